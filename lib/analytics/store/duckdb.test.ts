import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, describe, expect, it } from 'vitest';
import type { EventLine, EventWithDetails } from '../events/event';
import type { RejectedLine } from '../events/rejected';
import { accepted } from '../testing/accept';
import { batchOf } from '../testing/batch';
import { FIXTURES, readEvents } from '../testing/load';
import { openDuckdbStore } from './duckdb';
import { everyRollup } from './rollups';
import { type AnalyticsStore, StoreInUse } from './store';

const { access: ACCESS, audit: AUDIT, combined: COMBINED } = FIXTURES;

const ownerOf = (host: string) =>
  host === 'shop.example.com' ? { domain_id: 'd1', oem_id: 'o1' } : { domain_id: '', oem_id: '' };

const read = (files: string[], shift = 0) => readEvents(files, shift, ownerOf);

async function load(store: AnalyticsStore, events: EventWithDetails[], rejected: RejectedLine[] = []) {
  const [result] = await store.insert([batchOf(events, { rejected })]);
  return result;
}

/** Everything the store holds that a reader can see, without the loose or compacted form of the rollups. */
async function contents(store: AnalyticsStore) {
  await store.compact();
  const sums = everyRollup().map(
    ({ table }) => `SELECT '${table}' AS name, sum(requests)::DOUBLE AS n, count(*)::DOUBLE AS r FROM ${table}`,
  );
  return {
    events: await store.query('SELECT * EXCLUDE (event_id, time), event_id::VARCHAR AS id FROM events ORDER BY id'),
    details: await store.query(
      'SELECT rule_id, message, data, event_id::VARCHAR AS id FROM attack_details ORDER BY ALL',
    ),
    rollups: await store.query(sums.join(' UNION ALL ')),
  };
}

describe('the DuckDB store', () => {
  const opened: AnalyticsStore[] = [];
  const open = async (file = ':memory:') => {
    const store = await openDuckdbStore(file);
    opened.push(store);
    return store;
  };
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  it('stores nothing twice: again, shifted, in parts', async () => {
    const store = await open();
    const files = [ACCESS, AUDIT, COMBINED];
    expect(await load(store, await read(files))).toMatchObject({ stored: 25857, known: 0, upgraded: 0 });
    const before = await contents(store);
    expect(await load(store, await read(files, 86_400_000))).toMatchObject({ stored: 0, known: 25857, upgraded: 0 });
    const again = await read([COMBINED], -5);
    expect(await load(store, again.slice(0, 4000))).toMatchObject({ stored: 0, known: 4000 });
    expect(await load(store, await read([AUDIT]))).toMatchObject({ stored: 0, known: 3478, upgraded: 0 });
    expect(await contents(store)).toEqual(before);
  }, 60_000);

  it('completes a request whose halves come apart, in either order', async () => {
    const together = await open();
    await load(together, await read([ACCESS, AUDIT]));
    const accessFirst = await open();
    await load(accessFirst, await read([ACCESS]));
    expect(await load(accessFirst, await read([AUDIT], 5000))).toMatchObject({ stored: 0, upgraded: 3478 });
    const auditFirst = await open();
    await load(auditFirst, await read([AUDIT]));
    expect(await load(auditFirst, await read([ACCESS], 5000))).toMatchObject({ stored: 15857 - 3478, upgraded: 3478 });
    const expected = await contents(together);
    expect((await contents(accessFirst)).events).toEqual(expected.events);
    expect((await contents(auditFirst)).events).toEqual(expected.events);
    expect((await contents(accessFirst)).details).toEqual(expected.details);
    const [sum] = await accessFirst.query(
      "SELECT sum(requests)::DOUBLE AS n FROM rollup_traffic_1d WHERE action = 'block'",
    );
    expect(sum?.n).toBe(2239);
  }, 60_000);

  it('keeps rollups equal to the rows, compacted or not', async () => {
    const store = await open();
    const events = await read([COMBINED]);
    for (let from = 0; from < events.length; from += 1500) await load(store, events.slice(from, from + 1500));
    const sql = (table: string) =>
      `SELECT bucket::DOUBLE AS b, path, sum(requests)::DOUBLE AS n, sum(bytes_out)::DOUBLE AS o FROM ${table} GROUP BY ALL ORDER BY ALL`;
    const raw = await store.query(
      'SELECT (time - time % 3600000)::DOUBLE AS b, path, count(*)::DOUBLE AS n, sum(bytes_out)::DOUBLE AS o FROM events GROUP BY ALL ORDER BY ALL',
    );
    expect(await store.query(sql('rollup_paths_1h'))).toEqual(raw);
    await store.compact();
    expect(await store.query(sql('rollup_paths_1h'))).toEqual(raw);
  });

  it('answers a repeated batch as the first time and keeps rejected lines once', async () => {
    const store = await open();
    const line: EventLine = { time: 1_795_160_231_201, status: 200, client_ip: '192.0.2.1', host: 'shop.example.com' };
    const rejected = [{ reject_id: 'r1', file: 'a.log', line: 3, reason: 'not_json', text: '{' } as const];
    const batch = batchOf([accepted(line, ownerOf)], { batch_id: 'same', rejected });
    expect(await store.insert([batch, batch])).toMatchObject([
      { stored: 1, rejected: 1 },
      { stored: 1, rejected: 1 },
    ]);
    const version = store.version();
    expect(await store.insert([batch])).toMatchObject([{ stored: 1, rejected: 1, duplicate: true }]);
    expect(store.version()).toBe(version);
    expect(await store.stats()).toMatchObject({ events: 1, rejected_lines: 1, batches: 1 });
    const [row] = await store.query('SELECT domain_id, oem_id, status_class FROM events');
    expect(row).toEqual({ domain_id: 'd1', oem_id: 'o1', status_class: '2xx' });
  });

  it('survives closing, and forgets a domain everywhere', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'parapet-store-')), 'a.duckdb');
    const first = await openDuckdbStore(file);
    await load(first, await read([ACCESS, AUDIT]));
    await expect(openDuckdbStore(file)).rejects.toThrow(StoreInUse);
    await first.close();
    const store = await open(file);
    expect((await store.stats()).events).toBe(15857);
    await store.forgetDomain('d1');
    const [left] = await store.query(
      "SELECT (SELECT count(*) FROM events WHERE domain_id = 'd1')::DOUBLE AS e, (SELECT sum(requests) FROM rollup_hosts_5m)::DOUBLE AS n",
    );
    expect(left).toEqual({ e: 0, n: 15857 - 2323 });
  });

  it('keeps every text in its column, whatever it holds', async () => {
    const store = await open();
    const odd = ['\u0000', '\uffff|', '\u001f', "'; DROP TABLE events; --", '\ud800', '😀', '%00', '\r\n'];
    const lines = odd.map(
      (text, i): EventLine => ({
        time: 1_795_160_231_201,
        status: 200,
        request_id: `odd${i}`,
        path: text,
        query: text,
        user_agent: text,
        client_ip: text,
      }),
    );
    await load(
      store,
      lines.map((line) => accepted(line, ownerOf)),
    );
    const rows = await store.query(
      'SELECT path, query, client_ip, status_class, action, request_id FROM events ORDER BY request_id',
    );
    const kept = odd.map((text) => text.replace(/[\uffff\0]/, '\ufffd').toWellFormed());
    expect(rows).toEqual(
      kept.map((text, i) => ({
        path: text,
        query: text,
        client_ip: text,
        status_class: '2xx',
        action: 'pass',
        request_id: `odd${i}`,
      })),
    );
  });

  it('ends the queries that run, and those that wait, before it closes', async () => {
    const store = await openDuckdbStore(':memory:');
    const long = 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b';
    const asked = Promise.allSettled(Array.from({ length: 12 }, () => store.query(long, [], { timeoutMs: 60_000 })));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await store.close();
    expect((await asked).map(({ status }) => status)).toEqual(Array(12).fill('rejected'));
    await expect(store.query('SELECT 1')).rejects.toThrow();
  });

  it('stops a query that takes too long and stays usable', async () => {
    const store = await open();
    await expect(
      store.query('SELECT count(*) FROM range(100000000) a, range(1000) b', [], { timeoutMs: 100 }),
    ).rejects.toThrow('longer than');
    expect(await store.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('uses more memory with a file of an earlier version, whose blocks are larger', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parapet-events-'));
    const [made, earlier] = [join(folder, 'made.duckdb'), join(folder, 'earlier.duckdb')];
    (await DuckDBInstance.create(earlier)).closeSync();
    const limitOf = async (file: string) => {
      const store = await openDuckdbStore(file);
      const [row] = await store.query("SELECT current_setting('memory_limit') AS bytes");
      await store.close();
      return row?.bytes;
    };
    expect(await limitOf(made)).toBe('198.3 MiB');
    expect(await limitOf(earlier)).toBe('244.1 MiB');
  });
});
