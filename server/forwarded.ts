import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** What the hops in front of this server say, each list from the client to the last proxy. */
export type Hops = {
  addresses: readonly string[];
  hosts: readonly string[];
  schemes: readonly string[];
};

/** `::ffff:1.2.3.4` is 1.2.3.4, and a zone means nothing elsewhere; undefined for what is no address. */
export function normaliseIp(text: string): string | undefined {
  const bare = text.replace(/%[^%\]]*$/, '');
  return isIP(bare) === 0 ? undefined : ipaddr.process(bare).toString();
}

export function isTrusted(address: string, trusted: readonly Range[]): boolean {
  if (trusted.length === 0 || isIP(address) === 0) return false;
  const ip = ipaddr.parse(address);
  return trusted.some(([range, bits]) => range.kind() === ip.kind() && ip.match(range, bits));
}

const PORT = '(?::(?:\\d{1,5}|_[\\w.-]+))?';
const BRACKETED = new RegExp(`^\\[([^\\]]+)\\]${PORT}$`);
const WITH_PORT = new RegExp(`^([\\d.]+)${PORT}$`);

/** The address a proxy wrote, with or without brackets, port, zone and quotes; undefined when it is none. */
export function readHop(written: string): string | undefined {
  const text = written.trim().replace(/^"(.*)"$/, '$1');
  return normaliseIp(BRACKETED.exec(text)?.[1] ?? WITH_PORT.exec(text)?.[1] ?? text);
}

/**
 * Walks from the last proxy towards the client: the first address that is not trusted is the client. What cannot be read
 * ends the walk at the proxy that wrote it, because everything left of it may be anybody's. `depth` counts the hops behind it.
 */
export function walkHops(
  peer: string,
  addresses: readonly string[],
  trusted: readonly Range[],
): { client: string; depth: number } {
  let client = peer;
  for (const [depth, written] of [...addresses].reverse().entries()) {
    const hop = readHop(written);
    if (hop === undefined) return { client, depth };
    client = hop;
    if (!isTrusted(hop, trusted)) return { client, depth };
  }
  return { client, depth: Math.max(0, addresses.length - 1) };
}

const list = (header: string | undefined) => (header === undefined ? [] : header.split(',').map((item) => item.trim()));

/** The hops of `X-Forwarded-For`, `-Host` and `-Proto`. */
export function readXForwarded(header: (name: string) => string | undefined): Hops {
  return {
    addresses: list(header('x-forwarded-for')),
    hosts: list(header('x-forwarded-host')),
    schemes: list(header('x-forwarded-proto')),
  };
}

const PAIR = /^\s*([A-Za-z]+)=("(?:[^"\\]|\\.)*"|[^\s";,=]+)\s*$/;
const ELEMENTS = /(?:"(?:[^"\\]|\\.)*"|[^",])+/g;
const PAIRS = /(?:"(?:[^"\\]|\\.)*"|[^";])+/g;

/** The hops of `Forwarded` (RFC 7239); undefined when it is not well formed. */
export function readForwarded(header: string): Hops | undefined {
  const elements = header.match(ELEMENTS) ?? [];
  if (header === '' || elements.join(',') !== header) return undefined;
  const hops = { addresses: [] as string[], hosts: [] as string[], schemes: [] as string[] };
  for (const element of elements) {
    const pairs = readPairs(element);
    if (!pairs) return undefined;
    hops.addresses.push(pairs.get('for') ?? '');
    if (pairs.has('host')) hops.hosts.push(pairs.get('host') ?? '');
    if (pairs.has('proto')) hops.schemes.push(pairs.get('proto') ?? '');
  }
  return hops;
}

function readPairs(element: string): Map<string, string> | undefined {
  const written = element.match(PAIRS) ?? [];
  if (written.join(';') !== element) return undefined;
  const pairs = new Map<string, string>();
  for (const text of written) {
    const [, name = '', value = ''] = PAIR.exec(text) ?? [];
    const key = name.toLowerCase();
    if (key === '' || pairs.has(key)) return undefined;
    pairs.set(key, value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value);
  }
  return pairs;
}
