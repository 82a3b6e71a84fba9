import { LRUCache } from 'lru-cache';
import { openAsn } from './asn';
import { openUserAgents, type UserAgent } from './user-agent';

export type Place = { country: string; asn: number };

export type Enricher = { place(ip: string): Place; userAgent(agent: string): UserAgent };

/** Remembers what `load` answered for the most recent `max` keys. */
function cached<V extends object>(max: number, load: (key: string) => V): (key: string) => V {
  const cache = new LRUCache<string, V>({ max });
  return (key) => {
    const hit = cache.get(key);
    if (hit) return hit;
    const value = load(key);
    cache.set(key, value);
    return value;
  };
}

/** Loads the offline databases (about 25 MB and half a second); open it once per process, when the first event comes. */
export function openEnricher(country: (ip: string) => string): Enricher {
  const asn = openAsn();
  return {
    place: cached(50_000, (ip) => ({ country: country(ip), asn: asn(ip) })),
    userAgent: cached(20_000, openUserAgents()),
  };
}
