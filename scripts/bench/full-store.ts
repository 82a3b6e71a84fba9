/** Stores of very many made-up events, the same ones in either engine. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '@clickhouse/client';
import { DuckDBInstance } from '@duckdb/node-api';
import { eventsFile } from '@/lib/analytics/open';
import { EVENT_NAMES } from '@/lib/analytics/store/clickhouse/schema';
import { ClickhouseStore } from '@/lib/analytics/store/clickhouse/store';
import { openDuckdbStore } from '@/lib/analytics/store/duckdb';
import type { StoreStats } from '@/lib/analytics/store/store';
import { generate, type Synthetic, slicesOf, syntheticSql } from '@/lib/analytics/testing/generate';
import { Engine } from '@/test/clickhouse/engine';
import { installEngine } from '@/test/clickhouse/install.mjs';
import { memoryMb } from './server';

export type FullStore = {
  dataDir: string;
  /** What Parapet finds the store by, beside DATA_DIR. */
  env: Record<string, string>;
  stats: StoreStats;
  bytes: number;
  /** The most that the engine had, where it is a process of its own. */
  highestMb?: () => number;
  remove(): Promise<void>;
};

/** BENCH_DATA names a folder in which the store is kept for another run. */
const kept = process.env.BENCH_DATA;

export async function fillEmbedded(events: Synthetic): Promise<FullStore> {
  const dataDir = kept ?? mkdtempSync(path.join(tmpdir(), 'parapet-bench-'));
  const file = eventsFile(dataDir);
  const isThere = existsSync(file);
  const store = await openDuckdbStore(file, { memoryLimit: '4GB' });
  if (!isThere) await generate(store, events);
  const stats = await store.stats();
  await store.close();
  const remove = async () => {
    if (!kept) rmSync(dataDir, { recursive: true, force: true });
  };
  return { dataDir, env: {}, stats, bytes: statSync(file).size, remove };
}

/** The ClickHouse of the tests; its rollups grow by its own views, as in ingestion. */
export async function fillClickhouse(events: Synthetic): Promise<FullStore> {
  installEngine();
  const dataDir = kept ?? mkdtempSync(path.join(tmpdir(), 'parapet-bench-'));
  const folder = path.join(dataDir, 'clickhouse');
  const isThere = existsSync(folder);
  mkdirSync(folder, { recursive: true });
  const engine = await Engine.start(folder);
  const store = new ClickhouseStore({ url: engine.url, spoolFolder: path.join(dataDir, 'spool') });
  await store.ready();
  if (!isThere) await insertSlices(engine.url, events, path.join(dataDir, 'slice.parquet'));
  const stats = await store.stats();
  const size = await store.query('SELECT toFloat64(sum(bytes_on_disk)) AS bytes FROM system.parts WHERE active');
  await store.close();
  return {
    dataDir,
    env: { CLICKHOUSE_URL: engine.url },
    stats,
    bytes: Number(size[0]?.bytes),
    highestMb: () => memoryMb(engine.pid, 'VmHWM'),
    async remove() {
      await engine.end(kept ? 'SIGTERM' : 'SIGKILL');
      if (!kept) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function insertSlices(url: string, events: Synthetic, slice: string): Promise<void> {
  const client = createClient({ url, request_timeout: 600_000, log: { level: 127 } });
  const maker = await DuckDBInstance.create(':memory:', { threads: '1' });
  const making = await maker.connect();
  for (const part of slicesOf(events)) {
    await making.run(`COPY (${syntheticSql(part)}) TO '${slice}' (FORMAT parquet)`);
    await client.command({
      query: `INSERT INTO event_changes SELECT ${EVENT_NAMES}, 1 AS sign FROM file('${slice}', Parquet)`,
    });
  }
  maker.closeSync();
  await client.close();
}
