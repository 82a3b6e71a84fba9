import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RejectedLine } from '../events/rejected';
import type { RejectReason } from '../events/vocabulary';
import { batchOf } from '../testing/batch';
import { type DuckdbStore, openDuckdbStore } from './duckdb';
import { KEPT_PER_DAY } from './store';

let store: DuckdbStore;
beforeEach(async () => {
  store = await openDuckdbStore(':memory:');
});
afterEach(() => store.close());

const lines = (count: number, name: string, reason: RejectReason = 'invalid_event'): RejectedLine[] =>
  Array.from({ length: count }, (_, i) => ({ reject_id: `${name}-${i}`, file: 'f', line: i, reason, text: `{${i}` }));
const kept = () =>
  store.query('SELECT oem_id, reason, count(*)::INTEGER AS n FROM rejected_lines GROUP BY ALL ORDER BY ALL');
const counted = () =>
  store.query(
    'SELECT oem_id, reason, lines::INTEGER AS lines, kept::INTEGER AS kept FROM rejected_counts ORDER BY ALL',
  );

describe('rejected lines', () => {
  it('are kept up to a number for each brand, day and reason, and all of them counted', async () => {
    const flood = batchOf([], { oem_id: 'acme', rejected: lines(1000, 'a') });
    const other = batchOf([], {
      oem_id: 'borealis',
      rejected: [...lines(3, 'b'), ...lines(2, 'c', 'foreign_host')],
    });
    expect(await store.insert([flood, other])).toMatchObject([
      { rejected: 1000, kept: KEPT_PER_DAY, reasons: { invalid_event: 1000 } },
      { rejected: 5, kept: 5, reasons: { invalid_event: 3, foreign_host: 2 } },
    ]);
    const more = [batchOf([], { oem_id: 'acme', rejected: lines(5, 'd') }), batchOf([], { rejected: lines(1, 'e') })];
    expect(await store.insert(more)).toMatchObject([{ rejected: 5, kept: 0 }, { kept: 1 }]);
    expect(await kept()).toEqual([
      { oem_id: '', reason: 'invalid_event', n: 1 },
      { oem_id: 'acme', reason: 'invalid_event', n: KEPT_PER_DAY },
      { oem_id: 'borealis', reason: 'foreign_host', n: 2 },
      { oem_id: 'borealis', reason: 'invalid_event', n: 3 },
    ]);
    expect(await counted()).toEqual([
      { oem_id: '', reason: 'invalid_event', lines: 1, kept: 1 },
      { oem_id: 'acme', reason: 'invalid_event', lines: 1005, kept: KEPT_PER_DAY },
      { oem_id: 'borealis', reason: 'foreign_host', lines: 2, kept: 2 },
      { oem_id: 'borealis', reason: 'invalid_event', lines: 3, kept: 3 },
    ]);
  });

  it('are kept once in a brand, and by each brand for itself', async () => {
    await store.insert([batchOf([], { oem_id: 'acme', rejected: [...lines(2, 'a'), ...lines(2, 'a')] })]);
    await store.insert([batchOf([], { oem_id: 'acme', rejected: lines(3, 'a') })]);
    await store.insert([batchOf([], { oem_id: 'borealis', rejected: lines(2, 'a') })]);
    expect((await kept()).map((row) => row.n)).toEqual([3, 2]);
  });

  it('take constant time each', async () => {
    const many = batchOf([], { rejected: lines(20_000, 'x') });
    const started = performance.now();
    await store.insert([many]);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
