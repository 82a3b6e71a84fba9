import { unicodeName } from '@/lib/text/unicode-name';

/** ASCII that a host name is made of, and anything beyond ASCII. What a URL parser would unescape or cut off is out. */
const PLAIN = /^(?:[a-zA-Z0-9.-]|\P{ASCII})+$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

const MAX_NAME = 253;
/** A Unicode name is at most this long in UTF-16 units before it becomes at most 253 ASCII characters. */
const MAX_WRITTEN = 2 * MAX_NAME;

/** The host of an address, as the URL standard writes it. Not `URL.canParse`: once compiled, Node 20's misreads Latin-1. */
function hostOf(authority: string): string | undefined {
  try {
    return new URL(`http://${authority}`).hostname;
  } catch {
    return undefined;
  }
}

/**
 * A host name in its one written form: IDNA to ASCII (UTS 46), lower case. Undefined when it is none: an empty label,
 * a label beyond 63 or all beyond 253 characters, a hyphen at an edge, an IP address, a port, a final dot.
 */
export function normaliseHostname(value: string): string | undefined {
  if (value.length > MAX_WRITTEN || !PLAIN.test(value)) return undefined;
  const name = hostOf(value);
  if (name === undefined) return undefined;
  const labels = name.split('.');
  // URL parsers read a name that ends in digits as an IPv4 address, whatever its form.
  const isAddress = /^\d+$/.test(labels.at(-1) ?? '');
  const isName = name.length <= MAX_NAME && !isAddress && labels.every((label) => LABEL.test(label));
  return isName && isWritable(name) ? name : undefined;
}

/** Whether a name's `xn--` labels are what their Unicode becomes; later versions of Node take any. */
function isWritable(name: string): boolean {
  if (!/(?:^|\.)xn--/.test(name)) return true;
  const unicode = unicodeName(name);
  return unicode !== null && hostOf(unicode) === name;
}

/** A protected domain: a host name of two labels or more, or `*.` before one (DESIGN 5, Duplicate domain). */
export function normaliseDomain(value: string): string | undefined {
  const wildcard = value.startsWith('*.') ? '*.' : '';
  const name = normaliseHostname(value.slice(wildcard.length));
  if (name === undefined || !name.includes('.')) return undefined;
  return wildcard.length + name.length <= MAX_NAME ? wildcard + name : undefined;
}

/** An IP address as RFC 5952 writes it; an IPv4-mapped one becomes IPv4. */
export function normaliseIp(value: string): string | undefined {
  return IPV4.test(value) ? value : normaliseIpv6(value);
}

/** Address of an origin: a host name or an IP address. */
export function normaliseAddress(value: string): string | undefined {
  return normaliseIp(value) ?? normaliseHostname(value);
}

function normaliseIpv6(value: string): string | undefined {
  const host = /^[0-9a-fA-F:.]{2,45}$/.test(value) ? hostOf(`[${value}]`) : undefined;
  if (host === undefined) return undefined;
  const address = host.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (!mapped) return address;
  const bytes = mapped.slice(1).flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255]);
  return bytes.join('.');
}
