import { join } from 'node:path';
import { ConfigError } from '@/lib/config/env';
import type { Db } from '@/lib/db/store';
import { domainMatcher, type MatchHost } from '@/lib/guard/domains/hosts';
import { domainVisibility } from '@/lib/guard/domains/visibility';
import type { Scope } from '@/lib/tenancy/scope';
import { openCountries } from './enrich/country';
import { type Enricher, openEnricher } from './enrich/enricher';
import { IngestQueue } from './ingest/queue';
import { openDuckdbStore } from './store/duckdb';
import { type AnalyticsStore, StoreInUse } from './store/store';

/** The analytics half of a process. */
export type Analytics = {
  store: AnalyticsStore;
  queue: IngestQueue;
  enricher(): Enricher;
  /** ISO 3166-1 alpha-2 of an address; empty when unknown. */
  countryOf(ip: string): string;
  matchHost(): Promise<MatchHost>;
  visibleDomains(scope: Scope): Promise<readonly string[]>;
};

/** Makes a value when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Where the event store of a DATA_DIR is. */
export const eventsFile = (folder: string) => join(folder, 'analytics', 'events.duckdb');

async function openEvents(folder: string): Promise<AnalyticsStore> {
  try {
    return await openDuckdbStore(eventsFile(folder));
  } catch (error) {
    if (error instanceof StoreInUse) throw new ConfigError(`DATA_DIR: ${error.message}`);
    throw error;
  }
}

/** Opens the event store below `folder`; the offline databases are loaded when they are first needed. Throws ConfigError. */
export async function openAnalytics(folder: string, db: Db): Promise<Analytics> {
  const store = await openEvents(folder);
  const countries = once(openCountries);
  return {
    store,
    queue: new IngestQueue(store),
    enricher: once(() => openEnricher(countries())),
    countryOf: (ip) => countries()(ip),
    matchHost: domainMatcher(db),
    visibleDomains: domainVisibility(db),
  };
}
