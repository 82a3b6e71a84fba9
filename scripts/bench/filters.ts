import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChartFilter, FilterDimensionName } from '@/lib/analytics/filters/contract';
import { openDuckdbStore } from '@/lib/analytics/store/duckdb';
import { generate } from '@/lib/analytics/testing/generate';
import { batches, quantile } from './batches';
import { signIn } from './load';
import type { Row } from './main';
import { startParapet } from './server';

const DAY = 86_400_000;
const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000_000);
const PASSWORD = 'correct horse 7';

const onlyOf = (dimension: FilterDimensionName, value: string): ChartFilter[] => [
  { dimension, op: 'in', values: [value] },
];

/** What the overview is narrowed to, by the words of the table. */
const NARROWED: Readonly<Record<string, ChartFilter[]>> = {
  'no filter': [],
  'a host': onlyOf('host', 'www3.example.com'),
  'a path': onlyOf('path', '/section/3/item-0'),
  'a country': onlyOf('country', 'US'),
  'an address': onlyOf('client_ip', '5.7.0.1'),
};

/** The overview's batch narrowed by one filter, over events spread evenly over thirty days. */
export async function benchFilters(): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parapet-bench-'));
  const store = await openDuckdbStore(path.join(dataDir, 'analytics', 'events.duckdb'), { memoryLimit: '4GB' });
  await generate(store, { events: EVENTS, from: Date.now() - 30 * DAY, to: Date.now() });
  await store.close();
  const server = await startParapet(dataDir, { ADMIN_USER: 'bench', ADMIN_PASSWORD: PASSWORD });
  try {
    const token = await signIn(server.url, 'bench', PASSWORD);
    const rows: Row[] = [];
    for (const [words, filters] of Object.entries(NARROWED)) {
      const day = await batches(server, token, DAY, 7, { filters });
      const month = await batches(server, token, 30 * DAY, 3, { filters });
      rows.push({
        work: `Overview batch, last 24 h and 30 d, ${words}`,
        figure: `median ${Math.round(quantile(day, 0.5))} ms, ${Math.round(quantile(month, 0.5))} ms`,
        target: words === 'no filter' ? '<= 150 ms, <= 400 ms' : '',
      });
    }
    return rows;
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
