/**
 * Makes one variable font of slices of one: the packages of Han fonts hold a hundred slices of a few hundred glyphs,
 * and no library joins variable fonts. The slices share all but their glyphs, so these are put one after another; what
 * arranges glyphs (GSUB, GPOS) is left out, Han in the interface needs none. Tables as in OpenType 1.9.
 */
import { readTables, type Tables, writeTables } from './sfnt';

type Glyph = { outline: Buffer; metric: Buffer; variations: Buffer };
type Slice = { tables: Tables; glyphs: Glyph[]; characters: Map<number, number>; peaks: Buffer };

const SAME = ['fvar', 'avar', 'OS/2', 'name', 'post'];
const LONG_OFFSETS = 1;

function tableOf(tables: Tables, tag: string): Buffer {
  const table = tables.get(tag);
  if (!table) throw new Error(`a slice has no table ${tag}`);
  return table;
}

/** Parts of a table, between offsets of two or four bytes; those of two count in words. */
function parts(offsets: Buffer, data: Buffer, count: number, isLong: boolean): Buffer[] {
  const at = (i: number) => (isLong ? offsets.readUInt32BE(i * 4) : offsets.readUInt16BE(i * 2) * 2);
  return Array.from({ length: count }, (_, i) => data.subarray(at(i), at(i + 1)));
}

function charactersOf(cmap: Buffer): Map<number, number> {
  const found = new Map<number, number>();
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + i * 8 + 4));
    const format = table.readUInt16BE(0);
    if (format === 12) readGroups(table, found);
    else if (format === 4) readSegments(table, found);
  }
  return found;
}

function readGroups(table: Buffer, found: Map<number, number>): void {
  for (let i = 0; i < table.readUInt32BE(12); i++) {
    const [first, last, glyph] = [0, 4, 8].map((at) => table.readUInt32BE(16 + i * 12 + at)) as [
      number,
      number,
      number,
    ];
    for (let code = first; code <= last; code++) found.set(code, glyph + code - first);
  }
}

function readSegments(table: Buffer, found: Map<number, number>): void {
  const size = table.readUInt16BE(6);
  for (let at = 14; at < 14 + size; at += 2) {
    const starts = at + size + 2;
    const [last, first, delta, range] = [at, starts, starts + size, starts + size * 2].map((i) =>
      table.readUInt16BE(i),
    );
    if (last === undefined || first === undefined || delta === undefined || first === 0xffff) continue;
    for (let code = first; code <= last; code++) {
      const listed = range ? table.readUInt16BE(starts + size * 2 + range + (code - first) * 2) : code;
      if (listed !== 0) found.set(code, (listed + delta) & 0xffff);
    }
  }
}

function readSlice(font: Buffer): Slice {
  const tables = readTables(font);
  const count = tableOf(tables, 'maxp').readUInt16BE(4);
  const isLong = tableOf(tables, 'head').readInt16BE(50) === LONG_OFFSETS;
  const outlines = parts(tableOf(tables, 'loca'), tableOf(tables, 'glyf'), count, isLong);
  if (outlines.some((outline) => outline.length > 0 && outline.readInt16BE(0) < 0)) {
    throw new Error('a glyph made of others would lose them');
  }
  const gvar = tableOf(tables, 'gvar');
  const variations = parts(
    gvar.subarray(20),
    gvar.subarray(gvar.readUInt32BE(16)),
    count,
    (gvar.readUInt16BE(14) & 1) === LONG_OFFSETS,
  );
  const metrics = metricsOf(tables, count);
  const peaksAt = gvar.readUInt32BE(8);
  return {
    tables,
    glyphs: outlines.map((outline, i) => ({
      outline,
      metric: metrics[i] ?? Buffer.alloc(4),
      variations: variations[i] ?? Buffer.alloc(0),
    })),
    characters: charactersOf(tableOf(tables, 'cmap')),
    peaks: gvar.subarray(peaksAt, peaksAt + gvar.readUInt16BE(6) * gvar.readUInt16BE(4) * 2),
  };
}

/** Width and left side of each glyph; the last width counts for all after it. */
function metricsOf(tables: Tables, count: number): Buffer[] {
  const hmtx = tableOf(tables, 'hmtx');
  const full = tableOf(tables, 'hhea').readUInt16BE(34);
  return Array.from({ length: count }, (_, i) => {
    if (i < full) return hmtx.subarray(i * 4, i * 4 + 4);
    const side = full * 4 + (i - full) * 2;
    return Buffer.concat([hmtx.subarray(full * 4 - 4, full * 4 - 2), hmtx.subarray(side, side + 2)]);
  });
}

/** Parts one after another at even places, with the long offsets of each. */
function joined(list: readonly Buffer[]): { offsets: Buffer; data: Buffer } {
  const even = list.map((part) => (part.length % 2 === 0 ? part : Buffer.concat([part, Buffer.alloc(1)])));
  const offsets = Buffer.alloc((even.length + 1) * 4);
  let at = 0;
  even.forEach((part, i) => {
    at += part.length;
    offsets.writeUInt32BE(at, (i + 1) * 4);
  });
  return { offsets, data: Buffer.concat(even) };
}

function gvarOf(first: Buffer, peaks: Buffer, glyphs: readonly Glyph[]): Buffer {
  const { offsets, data } = joined(glyphs.map(({ variations }) => variations));
  const head = Buffer.from(first.subarray(0, 20));
  head.writeUInt32BE(20 + offsets.length, 8);
  head.writeUInt16BE(glyphs.length, 12);
  head.writeUInt16BE(LONG_OFFSETS, 14);
  head.writeUInt32BE(20 + offsets.length + peaks.length, 16);
  return Buffer.concat([head, offsets, peaks, data]);
}

/** One subtable of format 12 for all of Unicode. */
function cmapOf(characters: ReadonlyMap<number, number>): Buffer {
  const sorted = [...characters].sort(([a], [b]) => a - b);
  const table = Buffer.alloc(12 + 16 + sorted.length * 12);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(10, 6);
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(12, 12);
  table.writeUInt32BE(16 + sorted.length * 12, 16);
  table.writeUInt32BE(sorted.length, 24);
  sorted.forEach(([code, glyph], i) => {
    for (const [k, value] of [code, code, glyph].entries()) table.writeUInt32BE(value, 28 + i * 12 + k * 4);
  });
  return table;
}

/** The largest of each limit that `maxp` names, and the number of glyphs. */
function maxpOf(slices: readonly Slice[], count: number): Buffer {
  const all = slices.map(({ tables }) => tableOf(tables, 'maxp'));
  const maxp = Buffer.from(all[0] ?? Buffer.alloc(32));
  for (let at = 6; at + 1 < maxp.length; at += 2) {
    maxp.writeUInt16BE(Math.max(...all.map((one) => one.readUInt16BE(at))), at);
  }
  maxp.writeUInt16BE(count, 4);
  return maxp;
}

/** A TrueType font with all characters of the slices. Throws where they are not slices of one font. */
export function mergeSlices(fonts: readonly Buffer[]): Buffer {
  // The one that shares most ways to vary first: the others share the same, or none of them.
  const slices = fonts.map(readSlice).sort((a, b) => b.peaks.length - a.peaks.length);
  const [first] = slices;
  if (!first) throw new Error('there are no slices to merge');
  for (const { tables, peaks } of slices) {
    const isSame = ['fvar', 'avar'].every((tag) => tables.get(tag)?.equals(tableOf(first.tables, tag)));
    if (!isSame || !peaks.equals(first.peaks.subarray(0, peaks.length)))
      throw new Error('the slices vary in different ways');
  }
  const glyphs = slices.flatMap((slice) => slice.glyphs);
  const characters = new Map<number, number>();
  let before = 0;
  for (const slice of slices) {
    for (const [code, glyph] of slice.characters) characters.set(code, before + glyph);
    before += slice.glyphs.length;
  }
  const { offsets, data } = joined(glyphs.map(({ outline }) => outline));
  const head = Buffer.from(tableOf(first.tables, 'head'));
  head.writeInt16BE(LONG_OFFSETS, 50);
  const hhea = Buffer.from(tableOf(first.tables, 'hhea'));
  hhea.writeUInt16BE(glyphs.length, 34);
  return writeTables(
    new Map([
      ...SAME.map((tag): [string, Buffer] => [tag, tableOf(first.tables, tag)]),
      ['head', head],
      ['hhea', hhea],
      ['maxp', maxpOf(slices, glyphs.length)],
      ['cmap', cmapOf(characters)],
      ['hmtx', Buffer.concat(glyphs.map(({ metric }) => metric))],
      ['loca', offsets],
      ['glyf', data],
      ['gvar', gvarOf(tableOf(first.tables, 'gvar'), first.peaks, glyphs)],
    ]),
  );
}
