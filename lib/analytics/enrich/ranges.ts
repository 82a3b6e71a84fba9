import { readFileSync } from 'node:fs';
import { Reader } from 'mmdb-lib';
import { eachRow, text, V4, V6 } from './asn';
import { DATABASE, type Flat } from './country';
import { packageFile } from './package-file';

/** The networks of a country (`country-` and ISO 3166-1 alpha-2) or of an autonomous system (`asn-` and its number). */
export const RANGES = /^(?:country-[A-Z]{2}|asn-(?:0|[1-9]\d{0,9}))$/;

/** The networks of a country or number in CIDR notation, one a line, those of IPv4 first; empty where it has none. */
type Ranges = (value: string) => string;

/**
 * All networks as the databases of this Parapet have them, so that what nodes ask and what charts say is the same. To open them takes
 * a second or two and 50 MB.
 */
export const openRanges = { country: openCountryRanges, asn: openAsnRanges } satisfies Record<string, () => Ranges>;
export type RangeKind = keyof typeof openRanges;

/** A tree of MaxMind's format, whose nodes are two records each; below `nodeCount` a record is another node, at it nothing. */
function openCountryRanges(): Ranges {
  const db = readFileSync(packageFile(DATABASE));
  const reader = new Reader<Flat>(db);
  const { nodeCount, nodeByteSize, recordSize } = reader.metadata;
  const record = recordReader(db, nodeByteSize, recordSize);
  const codes = new Map<number, string>();
  const found = new Collected<string>();
  const codeOf = (leaf: number, address: string) => {
    const code = codes.get(leaf) ?? reader.get(address)?.country_code ?? '';
    codes.set(leaf, code);
    return code;
  };
  const walk = (node: number, first: bigint, bits: number, family: Family) => {
    if (node < nodeCount) {
      walk(record(node, 0), first, bits + 1, family);
      walk(record(node, 1), first | (1n << BigInt(family.bits - bits - 1)), bits + 1, family);
    } else if (node > nodeCount) {
      const address = family.text(first);
      found.add(codeOf(node, address), cidr(address, bits, family));
    }
  };
  let v4 = 0;
  for (let i = 0; i < 96 && v4 < nodeCount; i++) v4 = record(v4, 0);
  walk(v4, 0n, 0, IPV4);
  // 2000::/3, which is all that is given out: the trees of other prefixes are those of IPv4 once more.
  const global = [0, 0, 1].reduce((node, side) => (node < nodeCount ? record(node, side) : node), 0);
  walk(global, 1n << 125n, 3, IPV6);
  return (code) => lines(found.of(code));
}

function openAsnRanges(): Ranges {
  const found = new Collected<{ first: string; last: string; family: Family }>();
  for (const [file, family] of [
    [V4, IPV4],
    [V6, IPV6],
  ] as const) {
    eachRow(file, text, (first, last, owner) => found.add(String(owner), { first, last, family }));
  }
  const networks = (asn: string) =>
    found.of(asn).flatMap(({ first, last, family }) => cidrs(BigInt(first), BigInt(last), family));
  return (asn) => lines(networks(asn));
}

const lines = (networks: readonly string[]) => networks.map((network) => `${network}\n`).join('');

class Collected<T> {
  readonly #all = new Map<string, T[]>();

  add(name: string, one: T): void {
    const own = this.#all.get(name);
    if (own) own.push(one);
    else this.#all.set(name, [one]);
  }

  of(name: string): readonly T[] {
    return this.#all.get(name) ?? [];
  }
}

/** Reads one side of a node, each of 24, 28 or 32 bits. */
function recordReader(db: Buffer, nodeByteSize: number, recordSize: number) {
  return (node: number, side: number): number => {
    const at = node * nodeByteSize;
    if (recordSize === 24) return db.readUIntBE(at + side * 3, 3);
    if (recordSize === 32) return db.readUInt32BE(at + side * 4);
    const middle = db.readUInt8(at + 3);
    return side === 0
      ? ((middle & 0xf0) << 20) | db.readUIntBE(at, 3)
      : ((middle & 0x0f) << 24) | db.readUIntBE(at + 4, 3);
  };
}

/** The fewest networks that are exactly the addresses from `first` to `last`. */
function cidrs(first: bigint, last: bigint, family: Family): string[] {
  const found: string[] = [];
  for (let from = first; from <= last; ) {
    let size = 0;
    while (
      size < family.bits &&
      (from & ((1n << BigInt(size + 1)) - 1n)) === 0n &&
      from + (2n << BigInt(size)) - 1n <= last
    )
      size++;
    found.push(cidr(family.text(from), family.bits - size, family));
    from += 1n << BigInt(size);
  }
  return found;
}

type Family = { bits: number; text(address: bigint): string };

const IPV4: Family = {
  bits: 32,
  text: (address) => [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 255n).join('.'),
};
const IPV6: Family = {
  bits: 128,
  text(address) {
    const groups: string[] = [];
    let rest = address;
    for (let shift = 112n; shift >= 0n && rest > 0n; shift -= 16n) {
      groups.push((rest >> shift).toString(16));
      rest &= (1n << shift) - 1n;
    }
    return groups.length < 7 ? `${groups.join(':')}::` : [...groups, '0'].slice(0, 8).join(':');
  },
};

/** A single address has no length: ModSecurity 3.0.9 refuses one of 128 bits. */
const cidr = (address: string, bits: number, family: Family) => (bits === family.bits ? address : `${address}/${bits}`);
