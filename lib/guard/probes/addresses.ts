import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { normaliseAddress, normaliseHostname } from '@/lib/guard/domains/domain-name';

/** What no probe may reach (spec section 8). Private ranges are allowed: origins are there. */
const REFUSED = new Set(['loopback', 'linkLocal', 'multicast', 'unspecified', 'broadcast']);

/**
 * Where clouds give their machines credentials and settings, within ranges that are otherwise allowed; those at
 * 169.254.x and fe80:: are refused as link-local ones.
 */
const METADATA: Readonly<Record<string, string>> = {
  '100.100.100.200': 'Alibaba Cloud, within the shared address space',
  '168.63.129.16': 'Azure: the host that machines trust, a public address',
  '192.0.0.192': 'Oracle Cloud Classic',
  'fd00:ec2::254': 'AWS: credentials over IPv6',
  'fd00:ec2::23': 'AWS: credentials of pods',
  'fd00:ec2::253': 'AWS: name server of the network, over IPv6',
  'fd00:ec2::123': 'AWS: clock, over IPv6',
  'fd20:ce::254': 'Google Cloud over IPv6',
  'fd00:c1::a9fe:a9fe': 'Oracle Cloud over IPv6',
  'fd00:42::42': 'Scaleway over IPv6',
};

/** Whether an address, or the IPv4 address that travels inside it, is one that no probe may reach. */
export function isRefused(address: string): boolean {
  const ip = ipaddr.process(address);
  return isHarmful(ip) || (ip instanceof ipaddr.IPv6 && embedded(ip).some(isHarmful));
}

const isHarmful = (ip: ipaddr.IPv4 | ipaddr.IPv6) => REFUSED.has(ip.range()) || Object.hasOwn(METADATA, plain(ip));

const plain = (ip: ipaddr.IPv4 | ipaddr.IPv6) => (ip instanceof ipaddr.IPv6 ? ip.toRFC5952String() : ip.toString());

/** IPv4 addresses that gateways take out of an IPv6 one: NAT64, 6to4, Teredo, IPv4-compatible and translated ones. */
function embedded(ip: ipaddr.IPv6): ipaddr.IPv4[] {
  const bytes = ip.toByteArray();
  const at = (from: number, mask = 0) => new ipaddr.IPv4(bytes.slice(from, from + 4).map((byte) => byte ^ mask));
  const isIn = (range: string, bits: number) => ip.match(ipaddr.IPv6.parse(range), bits);
  if (isIn('2002::', 16)) return [at(2)];
  if (isIn('2001::', 32)) return [at(4), at(12, 0xff)];
  if (isIn('64:ff9b::', 96) || isIn('64:ff9b:1::', 48) || isIn('::', 96) || isIn('::ffff:0:0:0', 96)) return [at(12)];
  return [];
}

/** Whether a probe would reach one of Parapet's own ports on this machine. */
export function isOwn(address: string, port: number, ownPorts: ReadonlySet<number>): boolean {
  if (!ownPorts.has(port)) return false;
  const wanted = ipaddr.process(address).toNormalizedString();
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return own.some((one) => ipaddr.process(one.address).toNormalizedString() === wanted);
}

export type Host =
  | { kind: 'address' | 'name'; host: string }
  /** An address in a spelling that only some programs read as one, such as 127.1; never probed. */
  | { kind: 'odd' };

/** A host as given: an address, a name, an address in disguise, or undefined for what is none of them. */
export function readHost(given: string): Host | undefined {
  // A final dot only says that the name is complete.
  const host = normaliseAddress(given) ?? normaliseHostname(given.replace(/\.$/, ''));
  if (host !== undefined) return { kind: ipaddr.isValid(host) ? 'address' : 'name', host };
  return isPlain(given) && isDisguised(given) ? { kind: 'odd' } : undefined;
}

/** Nothing that would end a host within a URL or a header. */
const isPlain = (given: string) => given.length <= 253 && !/[\s\p{Cc}/\\?#@]/u.test(given);

function isDisguised(given: string): boolean {
  if (/^[0-9a-f:]+%[\w.-]+$/i.test(given)) return true;
  try {
    return ipaddr.isValid(new URL(`http://${given}`).hostname.replace(/^\[|\]$/g, ''));
  } catch {
    return false;
  }
}
