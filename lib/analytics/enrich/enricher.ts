import { LRUCache } from 'lru-cache';
import { openAsn } from './asn';
import { openUserAgents, type UserAgent } from './user-agent';

export type Place = { country: string; asn: number };

export type Enricher = { place(ip: string): Place; userAgent(agent: string): UserAgent };

/** New user agents that one batch may have classified: each takes about a millisecond, and traffic has some hundred. */
const NEW_AGENTS = 1000;

/** Of the keys of a cache, in characters: agents are as long as their senders make them. */
const MOST_TEXT = 4 << 20;

/** Caches what `load` answered for the most recent `max` keys; `instead` answers for a new key that is not to be loaded. */
function cached<V extends object>(max: number, load: (key: string) => V) {
  const cache = new LRUCache<string, V>({ max, maxSize: MOST_TEXT, sizeCalculation: (_, key) => key.length + 1 });
  return (key: string, instead?: () => V | undefined): V => {
    const found = cache.get(key) ?? instead?.();
    if (found) return found;
    const value = load(key);
    cache.set(key, value);
    return value;
  };
}

/**
 * Loads the offline databases (about 25 MB and half a second); open it once per process, when the first event comes. Ask
 * for an enricher per batch: beyond a number of agents never seen before, the agents of a batch are `unknown`.
 */
export function openEnricher(country: (ip: string) => string): () => Enricher {
  const asn = openAsn();
  const place = cached<Place>(50_000, (ip) => ({ country: country(ip), asn: asn(ip) }));
  const userAgent = cached<UserAgent>(20_000, openUserAgents());
  return () => {
    let fresh = 0;
    const tooMany = () => (++fresh > NEW_AGENTS ? ({ ua_class: 'unknown', ua_name: '' } as const) : undefined);
    return { place, userAgent: (agent) => userAgent(agent, tooMany) };
  };
}
