import ipaddr from 'ipaddr.js';
import { MAX_ADDRESS } from './vocabulary';

/** Why a text is no address of a list; the names are those of the validation texts. */
export type Refusal =
  | { key: 'ip_address' | 'ip_leading_zeros' | 'ip_prefix' }
  /** `network` is the CIDR with the bits beyond its prefix cleared. */
  | { key: 'ip_host_bits'; network: string };

type Family = 'ipv4' | 'ipv6';
/** An address, its first bits, and how many of them count. */
type Range = { family: Family; bytes: readonly number[]; prefix: number };

const WIDTH = { ipv4: 32, ipv6: 128 } as const;
const QUAD = /^\d+(\.\d+){3}$/;
/** Sixteen bits of an IPv6 address. */
const GROUP = /^[0-9a-f]{1,4}$/i;

/** An IPv4 address that is written as it is stored, as most of a large list are. */
const PLAIN = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/**
 * An address or CIDR in its one written form: no prefix where it is a single address, IPv6 as RFC 5952 writes it, and as
 * IPv4 what is mapped into IPv6. Leading zeros are refused, since some read them as octal, and so are bits beyond the prefix,
 * since `10.0.0.5/8` may mean the one address or sixteen million.
 */
export function readAddress(text: string): { ip_addr: string } | Refusal {
  if (PLAIN.test(text)) return { ip_addr: text };
  const range = readRange(text);
  if ('key' in range) return range;
  const bytes = cleared(range.bytes, range.prefix);
  const ip_addr = written(unmapped({ ...range, bytes }));
  const isNetwork = bytes.every((byte, i) => byte === range.bytes[i]);
  return isNetwork ? { ip_addr } : { key: 'ip_host_bits', network: ip_addr };
}

/** Every CIDR that an address, or all of a CIDR, is in, in the form of `readAddress`; the widest first. */
export function rangesAround(ip_addr: string): string[] {
  const range = readRange(ip_addr);
  if ('key' in range) return [];
  return Array.from({ length: range.prefix + 1 }, (_, prefix) =>
    written({ ...range, prefix, bytes: cleared(range.bytes, prefix) }),
  );
}

/** The first and the last address of a network. */
export type Span = { first: string; last: string };

/**
 * The addresses of an address or CIDR, each as `4` or `6` and its hexadecimal digits, so that text order is theirs; what is
 * mapped into IPv6 is IPv4, and bits beyond the prefix do not count. Undefined of what is neither.
 */
export function spanOf(text: string): Span | undefined {
  const range = readRange(text);
  if ('key' in range) return undefined;
  const { family, bytes, prefix } = unmapped({ ...range, bytes: cleared(range.bytes, range.prefix) });
  const last = bytes.map((byte, i) => byte | (0xff >> Math.max(0, Math.min(8, prefix - 8 * i))));
  const digits = (some: readonly number[]) =>
    family.slice(-1) + some.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { first: digits(bytes), last: digits(last) };
}

function readRange(text: string): Range | Refusal {
  if (text.length > MAX_ADDRESS) return { key: 'ip_address' };
  const [address = '', length, ...more] = text.split('/');
  if (more.length > 0) return { key: 'ip_address' };
  const found = address.includes(':') ? readIpv6(address) : readIpv4(address);
  if ('key' in found) return found;
  const prefix = length === undefined ? WIDTH[found.family] : readPrefix(length, WIDTH[found.family]);
  return typeof prefix === 'number' ? { ...found, prefix } : prefix;
}

type Address = Omit<Range, 'prefix'>;

function readIpv4(text: string): Address | Refusal {
  if (!QUAD.test(text)) return { key: 'ip_address' };
  const octets = text.split('.');
  if (octets.some(hasLeadingZero)) return { key: 'ip_leading_zeros' };
  const bytes = octets.map(Number);
  return bytes.every((byte) => byte <= 255) ? { family: 'ipv4', bytes } : { key: 'ip_address' };
}

function readIpv6(text: string): Address | Refusal {
  const end = text.lastIndexOf(':') + 1;
  const quad = text.slice(end);
  if (!quad.includes('.')) return readGroups(text);
  const embedded = readIpv4(quad);
  return 'key' in embedded ? embedded : readGroups(text.slice(0, end) + asGroups(embedded.bytes));
}

const asGroups = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) =>
  `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;

/** Eight groups, of which some may be left out once. */
function readGroups(text: string): Address | Refusal {
  const [before = '', after, ...more] = text.split('::');
  const [first, last] = [bytesOfGroups(before), bytesOfGroups(after ?? '')];
  if (!first || !last || more.length > 0) return { key: 'ip_address' };
  const missing = 16 - first.length - last.length;
  if (after === undefined ? missing !== 0 : missing < 2) return { key: 'ip_address' };
  return { family: 'ipv6', bytes: [...first, ...Array<number>(missing).fill(0), ...last] };
}

/** Undefined of what are no groups. */
function bytesOfGroups(text: string): number[] | undefined {
  const bytes: number[] = [];
  if (text === '') return bytes;
  for (const group of text.split(':')) {
    if (!GROUP.test(group)) return undefined;
    const bits = Number.parseInt(group, 16);
    bytes.push(bits >> 8, bits & 0xff);
  }
  return bytes;
}

function readPrefix(text: string, width: number): number | Refusal {
  if (!/^\d+$/.test(text)) return { key: 'ip_address' };
  if (hasLeadingZero(text)) return { key: 'ip_leading_zeros' };
  return Number(text) <= width ? Number(text) : { key: 'ip_prefix' };
}

const hasLeadingZero = (digits: string) => digits.length > 1 && digits.startsWith('0');

/** The bytes with every bit beyond the first `prefix` cleared. */
const cleared = (bytes: readonly number[], prefix: number): number[] =>
  bytes.map((byte, i) => byte & (0xff00 >> Math.max(0, Math.min(8, prefix - 8 * i))));

const MAPPED = [...Array<number>(10).fill(0), 0xff, 0xff];

function unmapped(range: Range): Range {
  const { family, bytes, prefix } = range;
  const isMapped = family === 'ipv6' && prefix >= 96 && MAPPED.every((byte, i) => bytes[i] === byte);
  return isMapped ? { family: 'ipv4', bytes: bytes.slice(12), prefix: prefix - 96 } : range;
}

function written({ family, bytes, prefix }: Range): string {
  const address = family === 'ipv4' ? bytes.join('.') : new ipaddr.IPv6([...bytes]).toRFC5952String();
  return prefix === WIDTH[family] ? address : `${address}/${prefix}`;
}

/** CIDRs that a range is split into at most: enough for every range of IPv4. */
export const MAX_CIDRS = 64;

/** Why two addresses are the ends of no range; the names are those of the import's texts. */
export type RangeRefusal = { key: 'range_ends' | 'range_backwards' | 'range_wide' };

/**
 * The fewest CIDRs that have exactly the addresses from `first` to `last`, in order and in the form of `readAddress`. Refused
 * where an end is no single address or of the other family, where they are the wrong way round, and above MAX_CIDRS.
 */
export function cidrsOf(first: string, last: string): { ip_addrs: string[] } | RangeRefusal {
  const [from, to] = [spanOf(first), spanOf(last)];
  if (!from || !to || [from, to].some((end) => end.first !== end.last) || from.first[0] !== to.first[0]) {
    return { key: 'range_ends' };
  }
  const family: Family = from.first[0] === '4' ? 'ipv4' : 'ipv6';
  const numberOf = (digits: string) => BigInt(`0x${digits.slice(1)}`);
  const end = numberOf(to.first);
  let at = numberOf(from.first);
  if (at > end) return { key: 'range_backwards' };
  const ip_addrs: string[] = [];
  while (at <= end) {
    if (ip_addrs.length === MAX_CIDRS) return { key: 'range_wide' };
    // As many as the address has zeros at its end for, and as still fit.
    let size = at === 0n ? 1n << BigInt(WIDTH[family]) : at & -at;
    while (size > end - at + 1n) size >>= 1n;
    const prefix = WIDTH[family] + 1 - size.toString(2).length;
    ip_addrs.push(written({ family, bytes: bytesOf(at, family), prefix }));
    at += size;
  }
  return { ip_addrs };
}

const bytesOf = (address: bigint, family: Family): number[] =>
  Array.from({ length: WIDTH[family] / 8 }, (_, i) => Number((address >> BigInt(WIDTH[family] - 8 * (i + 1))) & 0xffn));
