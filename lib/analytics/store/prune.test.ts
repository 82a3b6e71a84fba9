import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { accepted } from '../testing/accept';
import { batchOf } from '../testing/batch';
import { generate } from '../testing/generate';
import { type DuckdbStore, openDuckdbStore } from './duckdb';

const DAY = 86_400_000;
const now = Date.UTC(2026, 10, 20, 15);
const never = { events: 0, rollups: 0, batches: 0, rejected_lines: 0 };

let store: DuckdbStore | undefined;
afterEach(async () => {
  await store?.close();
  store = undefined;
});

const count = async (opened: DuckdbStore, table: string) =>
  Number((await opened.query(`SELECT count(*)::DOUBLE AS n FROM ${table}`))[0]?.n);

describe('pruning', () => {
  it('deletes each kind by its own age, whole days, and nothing else', async () => {
    store = await openDuckdbStore(':memory:');
    await generate(store, { events: 20_000, from: now - 10 * DAY, to: now });
    const rejected = [{ reject_id: 'r', file: '', line: 1, reason: 'not_json', text: '{' } as const];
    await store.insert([batchOf([], { rejected })]);
    const daily = await count(store, 'rollup_traffic_1d');
    const pruned = await store.prune({ ...never, events: now - 3 * DAY, rollups: now - 20 * DAY });
    expect(pruned).toMatchObject({ rollups: 0, batches: 0, rejected_lines: 0 });
    const [left] = await store.query('SELECT count(*)::DOUBLE AS n, min(time)::DOUBLE AS oldest FROM events');
    expect(Number(left?.n) + pruned.events).toBe(20_000);
    expect(left?.oldest).toBeGreaterThanOrEqual(Date.UTC(2026, 10, 17));
    expect(left?.oldest).toBeLessThan(Date.UTC(2026, 10, 17) + 60_000);
    expect(await count(store, 'rollup_traffic_1d')).toBe(daily);
    const all = await store.prune({ events: now + DAY, rollups: now + DAY, batches: 4e12, rejected_lines: 4e12 });
    expect(all).toMatchObject({ batches: 1, rejected_lines: 1 });
    expect(await store.stats()).toMatchObject({ events: 0, batches: 0, rejected_lines: 0 });
    for (const table of ['rollup_traffic_1d', 'rollup_paths_5m', 'rejected_counts']) {
      expect(await count(store, table), table).toBe(0);
    }
  });

  it('deletes the old events of some domains alone', async () => {
    store = await openDuckdbStore(':memory:');
    await generate(store, { events: 20_000, from: now - 10 * DAY, to: now, domains: 4 });
    const before = await count(store, "events WHERE domain_id IN ('d0', 'd3')");
    const rows = await store.pruneDomains(['d0', 'd3', "d'1"], now - 3 * DAY);
    const kept = Date.UTC(2026, 10, 17);
    expect(rows).toBeGreaterThan(0);
    expect(await count(store, "events WHERE domain_id IN ('d0', 'd3')")).toBe(before - rows);
    expect(await count(store, `events WHERE domain_id IN ('d0', 'd3') AND time < ${kept}`)).toBe(0);
    expect(await count(store, `events WHERE domain_id IN ('d1', 'd2') AND time < ${kept}`)).toBeGreaterThan(0);
    expect(await store.stats()).toMatchObject({ events: 20_000 - rows });
  });

  it('lets batches in between, and forgets audit lines that went', async () => {
    store = await openDuckdbStore(':memory:');
    await generate(store, { events: 5000, from: now - 10 * DAY, to: now });
    const going = store.prune({ ...never, events: now, rollups: now });
    const line = { time: now, request_id: 'meanwhile' };
    const [result] = await store.insert([batchOf([accepted(line, () => ({ oem_id: '', domain_id: '' }))])]);
    expect(result).toMatchObject({ stored: 1 });
    await going;
    expect(await store.query("SELECT request_id FROM events WHERE request_id = 'meanwhile'")).toHaveLength(1);
  });

  it('keeps the file from growing while as much comes as goes', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'parapet-prune-')), 'events.duckdb');
    store = await openDuckdbStore(file);
    const sizes: number[] = [];
    for (let day = 0; day < 8; day++) {
      await generate(store, { events: 1000, from: now + day * DAY, to: now + (day + 1) * DAY });
      await store.prune({ ...never, events: now + day * DAY, rollups: now + day * DAY });
      sizes.push((await stat(file)).size);
    }
    // The room of deleted rows is used again from the third day on.
    expect(Math.max(...sizes.slice(4))).toBeLessThan(1.25 * Math.max(...sizes.slice(2, 4)));
  }, 60_000);
});
