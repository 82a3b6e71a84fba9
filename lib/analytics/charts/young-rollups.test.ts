import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDuckdbStore } from '../store/duckdb';
import type { AnalyticsStore, Row } from '../store/store';
import { inFile } from '../store/testing/engine-file';
import { FIXTURES, loadFiles } from '../testing/load';
import type { Scope } from './conditions';
import { charts } from './pages/health/charts';
import { readAhead, runChart, tooYoungFor } from './run';
import { readTogether } from './together';
import { parseWindow, type Window } from './window';

const [DAY, HOUR] = [86_400_000, 3_600_000];
/** The capture is of two minutes of this day. */
const today = Date.UTC(2026, 10, 20);
const scope: Scope = { oem_id: null, domain_ids: 'all', include_unowned: true };
const params = { top: 10, order: 'desc', page: 1, size: 20 } as const;
const byPath = charts.filter(({ key }) => ['slow_paths', 'failing_paths'].includes(key));

let store: AnalyticsStore;
/** The same store after an upgrade: one rollup has events from noon on alone, of which there are none. */
let upgraded: AnalyticsStore;
const since = today + 12 * HOUR;

/** Takes out of a closed store's file what a rollup of paths has. */
const emptyRollup = (file: string) =>
  inFile(file, async (connection) => {
    for (const grain of ['1h', '1d']) await connection.run(`DELETE FROM rollup_path_services_${grain}`);
  });

beforeAll(async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'parapet-young-')), 'events.duckdb');
  store = await openDuckdbStore(':memory:');
  const earlier = await openDuckdbStore(file);
  for (const one of [store, earlier]) await loadFiles(one, [FIXTURES.access, FIXTURES.audit]);
  await earlier.close();
  await emptyRollup(file);
  const later = await openDuckdbStore(file);
  upgraded = Object.assign(Object.create(later), {
    rollupSince: (name: string) => (name === 'path_services' ? since : 0),
    close: () => later.close(),
  });
});
afterAll(() => Promise.all([store.close(), upgraded.close()]));

const windowOf = (stime: number, etime: number): Window => parseWindow({ stime, etime }, 0);

/** Each of the charts alone, and of those that one query reads. */
async function read(from: AnalyticsStore, window: Window, compare = false) {
  const query = { scope, window, compare };
  const narrowing = { filters: [], tooYoung: tooYoungFor(from, query) };
  const groups = readTogether(
    byPath.map((chart) => ({ chart, params })),
    narrowing,
  );
  const found: { rows: Row[]; source: unknown; partial: unknown }[] = [];
  for (const group of groups) {
    const ahead = await readAhead(from, group, query);
    for (const { chart } of group) {
      for (const asked of [query, { ...query, ahead }]) {
        const { rows, meta } = await runChart(from, chart, { ...asked, params });
        found.push({ rows, source: meta.source, partial: meta.partial });
      }
    }
  }
  return found;
}

it('a day that begins before a rollup does is read from the events, whole', async () => {
  for (const compare of [false, true]) {
    const window = windowOf(today, today + DAY);
    const [was, is] = [await read(store, window, compare), await read(upgraded, window, compare)];
    expect(was.map(({ source, partial }) => [source, partial])).toEqual(
      Array(4).fill(['rollup_path_services_1d', false]),
    );
    expect(is.map(({ source, partial }) => [source, partial])).toEqual(Array(4).fill(['events', false]));
    expect(is.map(({ rows }) => rows)).toEqual(was.map(({ rows }) => rows));
    expect(is[0]?.rows.length).toBeGreaterThan(0);
  }
});

it('a comparison counts as what is read for it', async () => {
  const window = windowOf(since, since + 6 * HOUR);
  expect((await read(upgraded, window)).map(({ source }) => source)).toEqual(Array(4).fill('rollup_path_services_1h'));
  expect((await read(upgraded, window, true)).map(({ source }) => source)).toEqual(Array(4).fill('events'));
});

it('longer than a day the rollup answers with what it has, and says so', async () => {
  const found = await read(upgraded, windowOf(today - DAY, today + DAY));
  expect(found).toEqual(Array(4).fill({ rows: [], source: 'rollup_path_services_1d', partial: true }));
});
