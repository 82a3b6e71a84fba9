import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { countExceeded, countMatched } from '@/lib/guard/rule-preview/figures';
import { Engine } from '@/test/clickhouse/engine';
import { startParapet } from '@/test/parapet';
import { SOURCE_ACCESS, SOURCE_AUDIT } from '../../events/event';
import { accepted } from '../../testing/accept';
import { batchOf } from '../../testing/batch';
import { type DuckdbStore, openDuckdbStore } from '../duckdb';
import { type AnalyticsStore, type IngestBatch, KEPT_PER_DAY, OutcomeUnknown, QueryTimeout } from '../store';
import { type ClickhouseOptions, ClickhouseStore } from './store';

const DAY = 86_400_000;
const time = Date.UTC(2026, 10, 20, 15);
const acme = (line: object = {}) =>
  accepted({ time, request_id: 'r', ...line }, () => ({ oem_id: 'acme', domain_id: 'd-acme' }));
const borealis = (line: object = {}) =>
  accepted({ time, request_id: 'r', ...line }, () => ({ oem_id: 'borealis', domain_id: 'd-borealis' }));
const audit = { sources: SOURCE_AUDIT, action: 'block', matches: [{ rule_id: 942100, message: 'sqli' }] };
const lines = (count: number, name: string) =>
  Array.from({ length: count }, (_, i) => {
    return { reject_id: `${name}-'${i}\\`, file: 'f', line: i, reason: 'not_json', text: `{${i}` } as const;
  });

let folder: string;
let engine: Engine;
let duckdb: DuckdbStore;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-clickhouse-store-'));
  engine = await Engine.start();
});
afterAll(async () => {
  await duckdb.close();
  await engine.remove();
  rmSync(folder, { recursive: true });
});

let serial = 0;
const open = (options: Partial<ClickhouseOptions> = {}) =>
  new ClickhouseStore({ url: engine.url, spoolFolder: path.join(folder, `spool-${++serial}`), ...options });

/** Both begin empty. */
beforeEach(async () => {
  await duckdb?.close();
  duckdb = await openDuckdbStore(':memory:');
  const store = open();
  await store.prune({ events: time + 99 * DAY, rollups: time + 99 * DAY, batches: 4e12, rejected_lines: 4e12 });
  await store.close();
});

/** Everything that a store holds, as far as it shows. */
async function contentOf(store: AnalyticsStore) {
  const { number } = store.dialect;
  const sums = ['traffic_5m', 'attacks_1h', 'clients_1d', 'paths_1d'].map(
    (name) => `SELECT '${name}' AS name, ${number('coalesce(sum(requests), 0)')} AS n FROM rollup_${name}`,
  );
  return {
    events: await store.query(
      `SELECT oem_id, domain_id, path, ${number('time')} AS at, sources, action, ${number('rule_id')} AS rule FROM events ORDER BY 1, 2, 3, 4`,
    ),
    details: await store.query(
      `SELECT oem_id, message, ${number('count(*)')} AS n FROM attack_details GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    rejected: await store.query(
      `SELECT oem_id, reason, ${number('count(*)')} AS n FROM rejected_lines GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    counted: await store.query(
      `SELECT oem_id, reason, ${number('sum(lines)')} AS n, ${number('sum(kept)')} AS m FROM rejected_counts GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    rollups: await store.query(`SELECT * FROM (${sums.join(' UNION ALL ')}) AS sums ORDER BY name`),
    stats: { ...(await store.stats()), engine: '' },
  };
}

describe('storing', () => {
  it('answers and keeps what the embedded store does, batch by batch', async () => {
    const groups = [
      [
        batchOf([acme({ path: '/a' }), acme({ path: '/2', request_id: 's' })], {
          oem_id: 'acme',
          rejected: lines(250, 'a'),
        }),
        batchOf([borealis({ path: '/b' }), acme({ ...audit, request_id: 's' })], { rejected: lines(2, 'b') }),
      ],
      [batchOf([borealis(audit), acme({ ...audit, time: time + 20 })])],
      [
        batchOf([acme({ sources: SOURCE_ACCESS, path: '/x', request_id: 't' })], {
          oem_id: 'acme',
          rejected: lines(3, 'c'),
        }),
      ],
      [
        batchOf([borealis({ path: '/late', time: time + 1000 })]),
        batchOf([acme(audit), acme({ path: '/other', request_id: 'u' })]),
      ],
    ];
    const store = open();
    for (const group of groups) {
      const wanted = await duckdb.insert(group);
      expect(await store.insert(group)).toEqual(wanted);
      expect(await contentOf(store)).toEqual(await contentOf(duckdb));
      const version = await store.version();
      expect(await store.insert(group)).toEqual(await duckdb.insert(group));
      expect(await store.version()).toBe(version);
    }
    const { counted } = await contentOf(store);
    expect(counted).toContainEqual({ oem_id: 'acme', reason: 'not_json', n: 253, m: KEPT_PER_DAY });
    await store.close();
  });

  it('is whole when it is carried out again after a process that ended in the middle', async () => {
    const store = open({ spoolFolder: path.join(folder, 'first') });
    const batch = batchOf([acme({ path: '/a' }), acme({ ...audit, request_id: 's' })], { rejected: lines(2, 'a') });
    await store.insert([batchOf([borealis()])]);
    await engine.end();
    expect(await store.insert([batch])).toMatchObject([{ stored: 2, duplicate: false }]);
    await store.close();
    cpSync(path.join(folder, 'first'), path.join(folder, 'again'), { recursive: true });
    await engine.begin();
    for (const name of ['first', 'again']) {
      const next = open({ spoolFolder: path.join(folder, name) });
      await next.resume();
      expect(await next.stats()).toMatchObject({ events: 3, rejected_lines: 2, batches: 2 });
      const [{ n } = { n: 0 }] = await next.query('SELECT toFloat64(sum(requests)) AS n FROM rollup_traffic_1d');
      expect(n).toBe(3);
      await next.close();
    }
  });
});

/** The engine behind a server that loses what `isLost` says. */
async function behind(isLost: (query: string) => boolean) {
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', engine.url);
    const body = await buffer(request);
    if (isLost(searchParams.get('query') ?? '')) return request.socket.destroy();
    const { method, headers } = request;
    const passed = httpRequest(`${engine.url}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    passed.end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('a process that was killed while it stored a batch', () => {
  const requests = async (store: AnalyticsStore) =>
    (await store.query('SELECT toFloat64(sum(requests)) AS n FROM rollup_traffic_1d'))[0]?.n;

  /** What a process leaves that is killed before it inserts into a table. */
  async function killedBefore(table: string, batch: IngestBatch): Promise<string> {
    const [own, left] = [path.join(folder, `own-${++serial}`), path.join(folder, `left-${serial}`)];
    let isDead = false;
    const proxy = await behind((query) => {
      if (!isDead && query.startsWith(`INSERT INTO ${table} `)) {
        isDead = true;
        // Without what it takes into its spool when it hears of this.
        cpSync(own, left, { recursive: true });
      }
      return isDead;
    });
    const store = open({ url: proxy.url, spoolFolder: own });
    await store.insert([batch]);
    await store.close();
    proxy.close();
    return left;
  }

  it('stores it once where its sender, without an answer, asked another process meanwhile', async () => {
    const other = open();
    let total = 0;
    for (const [table, answer] of [
      ['event_changes', { stored: 2, known: 0, duplicate: false }],
      ['attack_details', { stored: 0, known: 2, duplicate: false }],
      ['commits', { stored: 2, known: 0, duplicate: true }],
    ] as const) {
      const batch = batchOf([acme({ request_id: table }), acme({ ...audit, request_id: `${table} too` })]);
      const left = await killedBefore(table, batch);
      expect(await other.insert([batch]), table).toMatchObject([answer]);
      const again = open({ spoolFolder: left });
      await again.resume();
      total += 2;
      expect(await requests(again), table).toBe(total);
      expect((await contentOf(again)).details, table).toMatchObject([{ n: total / 2 }]);
      await again.close();
    }
    await other.close();
  });

  it('counts its refused lines once, kept or not, whoever else was asked meanwhile', async () => {
    const other = open();
    let total = 0;
    for (const [table, kept] of [
      ['rejected_lines', 3],
      ['rejected_counts', 3],
      ['rejected_counts', 0],
      ['batches', 3],
      ['batches', 0],
      ['commits', 0],
    ] as const) {
      const rejected = lines(kept, `${table} ${kept}`);
      const batch = batchOf([], { rejected, reasons: { not_json: 5 } });
      const left = await killedBefore(table, batch);
      await other.insert([batch]);
      const again = open({ spoolFolder: left });
      await again.resume();
      total += 5;
      expect((await contentOf(again)).counted, `${table} ${kept}`).toMatchObject([{ n: total }]);
      await again.close();
    }
    await other.close();
  });
});

describe('deleting', () => {
  it('takes whole days, some domains or one of them, as the embedded store does', async () => {
    const store = open();
    const events = Array.from({ length: 40 }, (_, i) => {
      const line = { time: time - (i * DAY) / 4, request_id: `r${i}`, ...(i % 5 === 0 ? audit : {}) };
      return i % 3 === 0 ? borealis(line) : acme(line);
    });
    for (const one of [duckdb, store]) {
      await one.insert([batchOf(events)]);
      await one.prune({ events: time - 7 * DAY, rollups: time - 9 * DAY, batches: 0, rejected_lines: 0 });
    }
    expect((await store.stats()).events).toBeLessThan(40);
    expect(await contentOf(store)).toEqual(await contentOf(duckdb));
    const rows = await duckdb.pruneDomains(['d-acme', "d-'"], time - 3 * DAY);
    expect(rows).toBeGreaterThan(0);
    expect(await store.pruneDomains(['d-acme', "d-'"], time - 3 * DAY)).toBe(rows);
    expect(await contentOf(store)).toEqual(await contentOf(duckdb));
    for (const one of [duckdb, store]) await one.forgetDomain('d-borealis');
    expect(await contentOf(store)).toEqual(await contentOf(duckdb));
    await store.close();
  });
});

describe('reading', () => {
  it('sees what another process stored, also while the clock of this one is put back', async () => {
    const [store, other] = [open(), open()];
    await store.ready();
    const before = await store.version();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - DAY);
    try {
      await other.insert([batchOf([acme({ request_id: 'elsewhere' })])]);
      await expect.poll(() => store.version(), { timeout: 5_000 }).not.toBe(before);
    } finally {
      clock.mockRestore();
    }
    await store.close();
    await other.close();
  });

  it('ends a query that takes too long, and binds what readers write', async () => {
    const store = open();
    await expect(
      store.query('SELECT sum(cityHash64(number)) AS n FROM numbers(1000000000000)', [], { timeoutMs: 300 }),
    ).rejects.toThrow(QueryTimeout);
    const hostile = ["a'b\\", '\n\t', "'; DROP TABLE events; --"];
    const places = hostile.map((_, i) => `${store.dialect.parameter(i + 1, 'text')} AS v${i}`);
    expect(await store.query(`SELECT ${places.join(', ')}`, hostile)).toEqual([
      { v0: hostile[0], v1: hostile[1], v2: hostile[2] },
    ]);
    const literals = hostile.map((text, i) => `${store.dialect.text(text)} AS v${i}`);
    expect(await store.query(`SELECT ${literals.join(', ')}`)).toEqual([
      { v0: hostile[0], v1: hostile[1], v2: hostile[2] },
    ]);
    const many = Array.from({ length: 5000 }, (_, i) => `d-${i}'`);
    const { sql } = await store.keepIds(many);
    expect(await store.query(`SELECT toFloat64(count(DISTINCT id)) AS n FROM (${sql})`)).toEqual([{ n: 5000 }]);
    await store.close();
  });

  it('finds by conditions of rules what the embedded store finds', async () => {
    const addresses = ['192.0.2.7', '::ffff:192.0.2.9', '2001:DB8::1', '2001:db8:0:0::2', 'unix:', '198.51.100.1'];
    const events = addresses.flatMap((client_ip, i) =>
      [0, 1, 2].map((n) =>
        acme({ client_ip, request_id: `${i}-${n}`, path: `/p${i}\nx`, query: n ? 'Ü=1' : '', time: time + n * 900 }),
      ),
    );
    const store = open();
    for (const one of [duckdb, store]) await one.insert([batchOf(events)]);
    const matches = [
      { field: 'ip', op: 'eq', data: '192.0.2.0/24' },
      { field: 'ip', op: 'ne', data: '2001:db8::/32' },
      { field: 'path', op: 'regex', data: '^/p[0-3].x$' },
      { field: 'path', op: 'regex', data: '^/p[0-3]' },
      { field: 'path', op: 'contains', data: 'p1\nx' },
      { field: 'path', op: 'prefix', data: '/p' },
      { field: 'path', op: 'suffix', data: 'x' },
    ] as const;
    for (const match of matches) {
      const reading = { scope: '1 = 1', stime: time - DAY / 2, etime: time + DAY / 2, matches: [match] };
      const [wanted, found] = await Promise.all(
        [duckdb, store].map(async (one) => {
          const ask = (sql: string, values: readonly string[]) => one.query(sql, values);
          const limit = { threshold: 1, period: 1, scope: 'ip' } as const;
          return [await countMatched(one, reading, ask), await countExceeded(one, reading, limit, ask)];
        }),
      );
      expect(found, JSON.stringify(match)).toEqual(wanted);
    }
    await store.close();
  });
});

describe('an engine that is away', () => {
  it('leaves configuration working, charts that say so, and events that are stored once it is back', async () => {
    const parapet = await startParapet({ env: { CLICKHOUSE_URL: engine.url } });
    const send = (batch_id: string) =>
      parapet.call('POST', '/api/analytics/events', {
        token: parapet.runtime.localToken,
        body: { batch_id, events: [{ time: Date.now() - 60_000, request_id: batch_id }] },
      });
    const body = { time_window: 'last_1h', charts: [{ key: 'requests_total' }] };
    const chart = async () => {
      const answer = await parapet.call('POST', '/api/analytics/overview/batch', { as: 'admin', body });
      return answer.body.data.data.requests_total;
    };
    expect((await send('one')).body.data).toMatchObject({ stored: 1, duplicate: false });
    expect((await send('one')).body.data).toMatchObject({ stored: 1, duplicate: true });
    expect((await chart()).rows).toEqual([{ requests: 1 }]);
    await engine.end();
    expect((await send('two')).status).toBe(200);
    expect(await chart()).toMatchObject({
      rows: [],
      meta: { available: false, error: { err_key: 'err.analytics.chart_failed' } },
    });
    expect((await parapet.call('GET', '/api/guard/policies', { as: 'admin' })).status).toBe(200);
    await engine.begin();
    expect((await send('three')).status).toBe(200);
    expect((await chart()).rows).toEqual([{ requests: 3 }]);
    await parapet.close();
  });

  it('is waited for up to a bound, and then senders keep what they have', async () => {
    const store = open({ spoolBytes: 3000 });
    await engine.end();
    const sent = async (i: number) => store.insert([batchOf([acme({ request_id: `away-${i}` })])]);
    await sent(0);
    let taken = 1;
    const refusal = await (async () => {
      for (; taken < 100; taken++) await sent(taken);
    })().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OutcomeUnknown);
    expect(taken).toBeLessThan(100);
    await engine.begin();
    await store.resume();
    expect(await store.stats()).toMatchObject({ events: taken });
    await store.close();
  });

  it('is given what waited in few commits, however small the batches were', async () => {
    const store = open();
    await store.ready();
    const commits = async () => Number((await store.query('SELECT count() AS n FROM commits'))[0]?.n);
    const before = await commits();
    await engine.end();
    for (let i = 0; i < 40; i++) await store.insert([batchOf([acme({ request_id: `small-${i}` })])]);
    // A sender that had no answer sends its batch again.
    const again = batchOf([acme({ request_id: 'small-again' })]);
    for (let i = 0; i < 2; i++) await store.insert([again]);
    await engine.begin();
    await store.resume();
    expect(await store.stats()).toMatchObject({ events: 41 });
    expect((await commits()) - before).toBe(1);
    await store.close();
  });
});
