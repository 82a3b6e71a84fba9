import ipaddr from 'ipaddr.js';
import { eachLine } from './each-line';
import { packageFile } from './package-file';

/** Announced networks: Route Views and DB-IP Lite, both CC BY 4.0, to be credited where results are shown. */
export const V4 = '@ip-location-db/asn/asn-ipv4-num.csv';
export const V6 = '@ip-location-db/asn/asn-ipv6-num.csv';

const COMMA = 0x2c;
const ZERO = 0x30;

type Table<N extends Uint32Array | BigUint64Array> = { first: N; last: N; asn: Uint32Array; size: number };

/** How a field is read, which is these bytes of a piece of a file. */
type ReadField<T> = (piece: Buffer, from: number, to: number) => T;

/** A field that is a whole number below 2^53. */
const digits: ReadField<number> = (piece, from, to) => {
  let value = 0;
  for (let i = from; i < to; i++) value = value * 10 + ((piece[i] ?? 0) - ZERO);
  return value;
};

export const text: ReadField<string> = (piece, from, to) => piece.toString('latin1', from, to);

/** Calls `row` with first address, last address and AS number of every line. */
export function eachRow<A>(file: string, address: ReadField<A>, row: (first: A, last: A, asn: number) => void): void {
  eachLine(packageFile(file), (piece, from, to) => {
    const a = piece.indexOf(COMMA, from);
    const b = piece.indexOf(COMMA, a + 1);
    const c = piece.indexOf(COMMA, b + 1);
    if (a < from || b <= a || c <= b || c >= to) return;
    row(address(piece, from, a), address(piece, a + 1, b), digits(piece, b + 1, c));
  });
}

function loadV4(): Table<Uint32Array> {
  const table = {
    first: new Uint32Array(600_000),
    last: new Uint32Array(600_000),
    asn: new Uint32Array(600_000),
    size: 0,
  };
  eachRow(V4, digits, (first, last, asn) => {
    if (table.size === table.asn.length) return;
    table.first[table.size] = first;
    table.last[table.size] = last;
    table.asn[table.size++] = asn;
  });
  return table;
}

const upperDigits: ReadField<bigint> = (piece, from, to) => BigInt(text(piece, from, to)) >> 64n;

/** Only the upper 64 bits are kept: no network smaller than a /64 is announced. */
function loadV6(): Table<BigUint64Array> {
  const table = {
    first: new BigUint64Array(250_000),
    last: new BigUint64Array(250_000),
    asn: new Uint32Array(250_000),
    size: 0,
  };
  eachRow(V6, upperDigits, (first, last, asn) => {
    if (table.size === table.asn.length) return;
    table.first[table.size] = first;
    table.last[table.size] = last;
    table.asn[table.size++] = asn;
  });
  return table;
}

/** AS number of the range that holds `key`, 0 when none does. The ranges are sorted and do not overlap. */
function search<K extends number | bigint>(
  table: { first: ArrayLike<K>; last: ArrayLike<K>; asn: Uint32Array; size: number },
  key: K,
): number {
  let low = 0;
  let high = table.size - 1;
  while (low <= high) {
    const mid = (low + high) >>> 1;
    const first = table.first[mid];
    const last = table.last[mid];
    if (first === undefined || last === undefined) return 0;
    if (key < first) high = mid - 1;
    else if (key > last) low = mid + 1;
    else return table.asn[mid] ?? 0;
  }
  return 0;
}

function upperHalf(bytes: readonly number[]): bigint {
  return bytes.slice(0, 8).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

/** Loads the AS tables (about 12 MB, 0.1 s). The answer gives the AS number, 0 when the address is not announced. */
export function openAsn(): (ip: string) => number {
  const v4 = loadV4();
  const v6 = loadV6();
  return (ip) => {
    if (!ipaddr.isValid(ip)) return 0;
    const bytes = ipaddr.process(ip).toByteArray();
    if (bytes.length === 4)
      return search(
        v4,
        bytes.reduce((sum, byte) => sum * 256 + byte, 0),
      );
    return search(v6, upperHalf(bytes));
  };
}
