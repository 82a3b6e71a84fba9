import { join } from 'node:path';
import { ConfigError } from '@/lib/config/env';
import type { Db } from '@/lib/db/store';
import { type HostOwner, ownersOfHosts } from '@/lib/guard/domains/hosts';
import { domainVisibility } from '@/lib/guard/domains/visibility';
import type { Logger } from '@/lib/log/logger';
import type { Scope } from '@/lib/tenancy/scope';
import { openCountries } from './enrich/country';
import { IngestJournal } from './ingest/journal';
import { IngestQueue } from './ingest/queue';
import { BatchReader } from './ingest/reader';
import { openDuckdbStore } from './store/duckdb';
import { type AnalyticsStore, StoreInUse } from './store/store';

/** The analytics half of a process. */
export type Analytics = {
  store: AnalyticsStore;
  /** Reads batches, off this thread. */
  reader: BatchReader;
  /** Who sent them. */
  journal: IngestJournal;
  /** Commits them. */
  queue: IngestQueue;
  /** ISO 3166-1 alpha-2 of an address; empty when unknown. */
  countryOf(ip: string): string;
  ownersOfHosts(hosts: readonly string[]): Promise<(HostOwner | undefined)[]>;
  visibleDomains(scope: Scope): Promise<readonly string[]>;
  close(): Promise<void>;
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

async function openEvents(folder: string, log: Logger): Promise<AnalyticsStore> {
  const onProblem = (err: unknown) => log.error({ err }, 'the event store could not tidy up; it will try again');
  try {
    return await openDuckdbStore(eventsFile(folder), { onProblem });
  } catch (error) {
    if (error instanceof StoreInUse) throw new ConfigError(`DATA_DIR: ${error.message}`);
    throw error;
  }
}

/** Opens the event store below `folder`; the offline databases are loaded when they are first needed. Throws ConfigError. */
export async function openAnalytics(folder: string, db: Db, log: Logger): Promise<Analytics> {
  const store = await openEvents(folder, log);
  const reader = new BatchReader();
  const countries = once(openCountries);
  return {
    store,
    reader,
    journal: new IngestJournal(),
    queue: new IngestQueue(store),
    countryOf: (ip) => countries()(ip),
    ownersOfHosts: (hosts) => ownersOfHosts(db, hosts),
    visibleDomains: domainVisibility(db),
    async close() {
      await reader.close();
      await store.close();
    },
  };
}
