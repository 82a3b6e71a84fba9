import { dirname, join } from 'node:path';
import { ConfigError } from '@/lib/config/env';
import type { ByScope } from '@/lib/guard/domains/scope-cache';
import { domainVisibility } from '@/lib/guard/domains/visibility';
import type { Logger } from '@/lib/log/logger';
import type { Core } from '@/lib/runtime/core';
import { CopyServer } from './copies';
import { openCountries } from './enrich/country';
import { IngestJournal } from './ingest/journal';
import { IngestQueue } from './ingest/queue';
import { BatchReader } from './ingest/reader';
import { ClickhouseStore } from './store/clickhouse/store';
import { openDuckdbStore } from './store/duckdb';
import { ReopeningStore } from './store/reopening';
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
  visibleDomains: ByScope<readonly string[]>;
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

type Events = { store: AnalyticsStore; copies?: CopyServer };

/** Where the event store of a DATA_DIR is. */
export const eventsFile = (folder: string) => join(folder, 'analytics', 'events.duckdb');

/** Serves without ClickHouse while it is away: what needs it says so. */
function openClickhouse(url: string, folder: string, { log, metrics }: Pick<Core, 'log' | 'metrics'>): Events {
  const onProblem = (err: unknown) =>
    log.error({ err }, 'ClickHouse did not take what waits for it; it is tried again');
  const onAside = (file: string, err: unknown) => {
    metrics.spoolSetAside.inc();
    log.error({ err, file }, 'a file of the spool cannot be read or stored; it is put aside until the next start');
  };
  const store = new ClickhouseStore({ url, spoolFolder: join(folder, 'analytics', 'spool'), onProblem, onAside });
  void store.resume();
  return { store };
}

async function openDuckdb(folder: string, log: Logger): Promise<ReopeningStore> {
  const onProblem = (err: unknown) => log.error({ err }, 'the event store could not tidy up; it will try again');
  const onFailure = (err: unknown) => log.error({ err }, 'the event store cannot serve; it is opened again');
  try {
    return await ReopeningStore.open(() => openDuckdbStore(eventsFile(folder), { onProblem }), onFailure);
  } catch (error) {
    if (error instanceof StoreInUse) throw new ConfigError(`DATA_DIR: ${error.message}`);
    throw error;
  }
}

/** Serves without copies where the folder takes no socket. */
async function openEvents(folder: string, log: Logger): Promise<Events> {
  const store = await openDuckdb(folder, log);
  const copies = await CopyServer.open(dirname(eventsFile(folder)), store).catch((err: unknown) => {
    log.warn({ err }, 'backups leave the events out while this process runs');
    return undefined;
  });
  return { store, copies };
}

/** Opens the event store, the embedded one unless ClickHouse is named; the offline databases are loaded when they are first needed. Throws ConfigError. */
export async function openAnalytics(core: Pick<Core, 'config' | 'store' | 'log' | 'metrics'>): Promise<Analytics> {
  const { DATA_DIR, CLICKHOUSE_URL } = core.config;
  const { store, copies } = CLICKHOUSE_URL
    ? openClickhouse(CLICKHOUSE_URL, DATA_DIR, core)
    : await openEvents(DATA_DIR, core.log);
  const reader = new BatchReader();
  const countries = once(openCountries);
  return {
    store,
    reader,
    journal: new IngestJournal(),
    queue: new IngestQueue(store),
    countryOf: (ip) => countries()(ip),
    visibleDomains: domainVisibility(),
    async close() {
      await reader.close();
      await copies?.close();
      await store.close();
    },
  };
}
