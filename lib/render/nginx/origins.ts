import { isIP, isIPv6 } from 'node:net';
import { originsOf } from '@/lib/guard/domains/settings';
import { ENABLE } from '@/lib/guard/domains/vocabulary';
import type { SiteContent } from './content';
import { word } from './escape';

type Source = { ip: string; port: number; protocol: string; weight: number };
export type Origins = { upstream: string[]; scheme: 'http' | 'https' } | undefined;

/** How often in a row an origin must fail, and how long it is then left alone. */
const FAILURES = 'max_fails=3 fail_timeout=10s';

/** The origins that a node sends requests to: those of its own group where it has one. Undefined where none is on. */
export function originsFor(site: SiteContent, node_id: string): Origins {
  const texts = Object.entries(site.settings).map(([key, value]) => [key, JSON.stringify(value)] as const);
  const all = originsOf(Object.fromEntries(texts)).services.flatMap((service) => service.sources);
  const on = all.filter((source) => source.status === ENABLE);
  const own = site.origin_groups.find((group) => group.node_ids.includes(node_id) && group.src_ips.length > 0);
  const grouped = own ? on.filter((source) => own.src_ips.includes(source.ip)) : on;
  const sources: Source[] = grouped.length > 0 ? grouped : on;
  const [first] = sources;
  if (!first) return undefined;
  const scheme = first.protocol === 'https' ? 'https' : 'http';
  const alike = sources.filter((source) => (source.protocol === 'https') === (scheme === 'https'));
  return { upstream: alike.map((one) => `server ${addressOf(one)} weight=${one.weight} ${FAILURES};`), scheme };
}

const addressOf = ({ ip, port }: Pick<Source, 'ip' | 'port'>): string =>
  `${isIP(ip) !== 0 && isIPv6(ip) ? `[${word(ip)}]` : word(ip)}:${Number(port)}`;
