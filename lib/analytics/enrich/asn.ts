import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { packageFile } from './package-file';

/** Announced networks: Route Views and DB-IP Lite, both CC BY 4.0, to be credited where results are shown. */
export const V4 = '@ip-location-db/asn/asn-ipv4-num.csv';
export const V6 = '@ip-location-db/asn/asn-ipv6-num.csv';

type Table<N extends Uint32Array | BigUint64Array> = { first: N; last: N; asn: Uint32Array; size: number };

/** Calls `row` with first address, last address and AS number of every line. */
export function eachRow(file: string, row: (first: string, last: string, asn: number) => void): void {
  const text = readFileSync(packageFile(file), 'latin1');
  for (let from = 0; from < text.length; ) {
    const a = text.indexOf(',', from);
    const b = text.indexOf(',', a + 1);
    const c = text.indexOf(',', b + 1);
    if (a < 0 || b < 0 || c < 0) break;
    row(text.slice(from, a), text.slice(a + 1, b), Number(text.slice(b + 1, c)));
    const end = text.indexOf('\n', c);
    from = end < 0 ? text.length : end + 1;
  }
}

function loadV4(): Table<Uint32Array> {
  const table = {
    first: new Uint32Array(600_000),
    last: new Uint32Array(600_000),
    asn: new Uint32Array(600_000),
    size: 0,
  };
  eachRow(V4, (first, last, asn) => {
    if (table.size === table.asn.length) return;
    table.first[table.size] = Number(first);
    table.last[table.size] = Number(last);
    table.asn[table.size++] = asn;
  });
  return table;
}

/** Only the upper 64 bits are kept: no network smaller than a /64 is announced. */
function loadV6(): Table<BigUint64Array> {
  const table = {
    first: new BigUint64Array(250_000),
    last: new BigUint64Array(250_000),
    asn: new Uint32Array(250_000),
    size: 0,
  };
  eachRow(V6, (first, last, asn) => {
    if (table.size === table.asn.length) return;
    table.first[table.size] = BigInt(first) >> 64n;
    table.last[table.size] = BigInt(last) >> 64n;
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

/** Loads the AS tables (about 12 MB, 0.3 s). The answer gives the AS number, 0 when the address is not announced. */
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
