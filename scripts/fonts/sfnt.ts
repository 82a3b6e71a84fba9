/** Reads and writes the tables of an OpenType font (OpenType 1.9, "Organization of an OpenType Font"). */

export type Tables = Map<string, Buffer>;

export function readTables(font: Buffer): Tables {
  const count = font.readUInt16BE(4);
  return new Map(
    Array.from({ length: count }, (_, i) => {
      const at = 12 + i * 16;
      const offset = font.readUInt32BE(at + 8);
      return [font.toString('latin1', at, at + 4), font.subarray(offset, offset + font.readUInt32BE(at + 12))];
    }),
  );
}

const padded = (table: Buffer) => Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);

function checksum(table: Buffer): number {
  const words = padded(table);
  let sum = 0;
  for (let at = 0; at < words.length; at += 4) sum = (sum + words.readUInt32BE(at)) >>> 0;
  return sum;
}

/** A TrueType font of these tables. The checksum of the whole file is left to whoever rewrites it, as converters do. */
export function writeTables(tables: Tables): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const power = 2 ** Math.floor(Math.log2(sorted.length));
  const head = Buffer.alloc(12 + sorted.length * 16);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(sorted.length, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE(sorted.length * 16 - power * 16, 10);
  let offset = head.length;
  sorted.forEach(([tag, table], i) => {
    const at = 12 + i * 16;
    head.write(tag, at, 'latin1');
    head.writeUInt32BE(checksum(table), at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(table.length, at + 12);
    offset += padded(table).length;
  });
  return Buffer.concat([head, ...sorted.map(([, table]) => padded(table))]);
}
