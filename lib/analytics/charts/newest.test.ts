import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDuckdbStore } from '../store/duckdb';
import type { AnalyticsStore } from '../store/store';
import { accepted } from '../testing/accept';
import { batchOf } from '../testing/batch';
import { chartsOf } from './catalogue';
import type { Chart } from './chart';
import { runChart } from './run';
import { parseWindow } from './window';

const HOUR = 3_600_000;
const UNTIL = Date.UTC(2026, 10, 20, 15, 2);
const latest = chartsOf('access').find(({ key }) => key === 'latest_requests') as Chart;

/** One event a minute through three hours, and a hundred in the last minute. */
const times = [
  ...Array.from({ length: 180 }, (_, minute) => UNTIL - 3 * HOUR + minute * 60_000),
  ...Array.from({ length: 100 }, (_, i) => UNTIL - 1 - i * 10),
].sort((a, b) => a - b);

let store: AnalyticsStore;
let asked = 0;
beforeAll(async () => {
  const duckdb = await openDuckdbStore(':memory:');
  const owner = () => ({ oem_id: 'acme', domain_id: 'd-1' });
  const events = times.map((time, i) => accepted({ time, request_id: `r-${i}` }, owner));
  await duckdb.insert([batchOf(events, { oem_id: 'acme' })]);
  const query: AnalyticsStore['query'] = (...given) => {
    asked += 1;
    return duckdb.query(...given);
  };
  store = new Proxy(duckdb, {
    get: (target, name) => {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
});
afterAll(() => store.close());

async function list(order: 'asc' | 'desc', page: number, size: number, isPiece = false) {
  asked = 0;
  const window = parseWindow({ stime: UNTIL - 3 * HOUR, etime: UNTIL }, 0);
  const scope = { oem_id: null, domain_ids: 'all', include_unowned: true } as const;
  const { rows } = await runChart(store, latest, {
    scope,
    window,
    compare: false,
    isPiece,
    params: { top: 10, order, page, size },
  });
  return { times: rows.map(({ time }) => time), asked };
}
const newestFirst = times.toReversed();

it('newest events are read at once where the last minutes have enough of them', async () => {
  expect(await list('desc', 1, 20)).toEqual({ times: newestFirst.slice(0, 20), asked: 1 });
  expect(await list('desc', 5, 20)).toEqual({ times: newestFirst.slice(80, 100), asked: 1 });
});

it('others are found by counting, first or last', async () => {
  const beyond = await list('desc', 6, 20);
  expect(beyond.times).toEqual(newestFirst.slice(100, 120));
  expect(beyond.asked).toBeGreaterThan(2);
  expect((await list('asc', 1, 20)).times).toEqual(times.slice(0, 20));
  expect((await list('asc', 1, 500)).times).toEqual(times);
  expect((await list('desc', 15, 20)).times).toEqual([]);
});

it('are read once and kept until the next commit, but for pieces of a whole', async () => {
  expect((await list('desc', 1, 7, true)).asked).toBe(1);
  expect((await list('desc', 1, 7, true)).asked).toBe(1);
  expect((await list('desc', 1, 7)).asked).toBe(1);
  expect((await list('desc', 1, 7)).asked).toBe(0);
});
