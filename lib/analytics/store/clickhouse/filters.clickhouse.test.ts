import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { messageOf } from '@/lib/render/nginx/vocabulary';
import { Engine } from '@/test/clickhouse/engine';
import { foldedFor, readerSql, valuesOf } from '../../charts/conditions';
import { runChart } from '../../charts/run';
import { parseWindow } from '../../charts/window';
import type { EventLine } from '../../events/event';
import { type ChartFilter, FILTER_DIMENSION_NAMES, type FilterDimensionName } from '../../filters/contract';
import { COUNT } from '../../search/events';
import { accepted } from '../../testing/accept';
import { batchOf } from '../../testing/batch';
import { openDuckdbStore } from '../duckdb';
import type { AnalyticsStore } from '../store';
import { ClickhouseStore } from './store';

const TIME = Date.UTC(2026, 10, 20);
const window = parseWindow({ stime: TIME - 60_000, etime: TIME + 60_000 }, 0);

/** A value of each dimension that one of the three requests has; of the second list and rule, both others. */
const OF_ONE: Readonly<Record<FilterDimensionName, string>> = {
  ...{ action: 'limit', attack_class: 'sqli', status_class: '5xx', origin_status_class: '5xx', cache_status: 'hit' },
  ...{ ua_class: 'tool', country: 'AU', client_ip: '1.1.1.1', host: 'b.example', path: '/b', method: 'POST' },
  ...{ ua_name: 'curl', request_id: 'b', status: '502', asn: '13335', rule_id: '12', matched_rule: '942100' },
  matched_list: '70',
};
const matched = (rule_id: number, message: string) => ({
  ...{ rule_id, message, severity: 0 },
  ...({ attack_class: '', variable: '', data: '' } as const),
});
const byList = (id: number) => matched(0, messageOf({ kind: 'list', id, policy_id: 'p-1' }));
const a: Omit<EventLine, 'request_id'> = {
  time: TIME,
  host: 'a.example',
  client_ip: '192.0.2.1',
  method: 'GET',
  path: '/a',
  status: 403,
  action: 'block',
};
const b: Omit<EventLine, 'request_id'> = {
  ...{ time: TIME, host: 'b.example', client_ip: '1.1.1.1', method: 'POST', path: '/b', status: 502, action: 'limit' },
  ...{ user_agent: 'curl/8.5.0', upstream_status: 502, cache_status: 'hit', attack_class: 'sqli', rule_id: 12 },
};
const lines: EventLine[] = [
  { ...a, request_id: 'a', matches: [byList(7)] },
  { ...b, request_id: 'b', matches: [byList(70), matched(942_100, 'SQL Injection')] },
  { ...a, request_id: 'c', matches: [byList(7)] },
];
const events = lines.map((line) => accepted(line, () => ({ oem_id: 'acme', domain_id: 'd-1' })));

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-clickhouse-filters-'));
let engine: Engine;
let stores: AnalyticsStore[] = [];
beforeAll(async () => {
  engine = await Engine.start();
  const onProblem = (error: unknown) => {
    throw error;
  };
  stores = [
    await openDuckdbStore(':memory:'),
    new ClickhouseStore({ url: engine.url, spoolFolder: folder, onProblem }),
  ];
  for (const store of stores) await store.insert([batchOf(events, { oem_id: 'acme' })]);
}, 60_000);
afterAll(async () => {
  for (const store of stores) await store.close();
  await engine.remove();
  rmSync(folder, { recursive: true });
});

async function counted(store: AnalyticsStore, filter: ChartFilter): Promise<unknown> {
  const scope = { oem_id: null, domain_ids: 'all', include_unowned: true } as const;
  const params = { top: 100, order: 'desc', page: 1, size: 50 } as const;
  const { rows } = await runChart(store, COUNT, { scope, window, compare: false, params, filters: [filter] });
  return Object.values(rows[0] ?? {})[0] ?? 0;
}

it.each(FILTER_DIMENSION_NAMES)('%s finds the same requests on both engines', async (dimension) => {
  for (const store of stores) {
    const { name } = store.dialect;
    const values = [OF_ONE[dimension]];
    expect(await counted(store, { dimension, op: 'in', values }), name).toBe(1);
    expect(await counted(store, { dimension, op: 'not_in', values }), name).toBe(2);
  }
});

it('finds a text in capitals or small letters, wherever a word ends, on both engines', async () => {
  const paths = ['/ΟΔΟΣΑ', '/οδος', '/οδοσ', '/STRAẞE', "/it's 100% a_\\b"];
  const more = paths.map((path, i) =>
    accepted({ ...a, path, request_id: `text-${i}` }, () => ({ oem_id: 'text', domain_id: 'd-text' })),
  );
  const of = { ΟΔΟΣ: 3, οδος: 3, οδοσα: 1, straße: 1, "T'S 100% A_\\B": 1, '%': 1, a_b: 0 };
  for (const store of stores) {
    await store.insert([batchOf(more, { oem_id: 'text', batch_id: 'texts' })]);
    for (const [keyword, requests] of Object.entries(of)) {
      const wanted = { filters: [], keyword };
      const where = ["oem_id = 'text'", ...readerSql(wanted, store.dialect)].join(' AND ');
      const rows = await store.query(`SELECT request_id FROM events WHERE ${where}`, valuesOf(wanted));
      expect(rows.length, `${keyword} on ${store.dialect.name}`).toBe(requests);
    }
  }
});

/** Every letter that has capitals and small letters, with each of its forms; i has more of them than one language knows. */
function lettersWithForms(): [string, string][] {
  const pairs: [string, string][] = [];
  for (let code = 0x41; code <= 0x10_ff_ff; code++) {
    if (code >= 0xd8_00 && code <= 0xdf_ff) continue;
    const letter = String.fromCodePoint(code);
    for (const form of new Set([letter.toLowerCase(), letter.toUpperCase()])) {
      if (form !== letter) pairs.push([letter, form], [form, letter]);
    }
  }
  for (const one of 'iIİı') for (const other of 'iIİı') pairs.push([`a${one}b`, one === other ? 'ab' : `A${other}B`]);
  return pairs;
}

/** Which pairs are compared by which condition, as for a keyword that is the second text of a pair. */
function idsByCondition(pairs: readonly [string, string][], { dialect }: AnalyticsStore): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const [i, [, keyword]] of pairs.entries()) {
    const as = foldedFor(keyword);
    const has = dialect.contains(as('path'), as('query'));
    const some = ids.get(has) ?? [];
    some.push(`letter-${i}`);
    ids.set(has, some);
  }
  return ids;
}

it('takes the same letters for each other on both engines', async () => {
  const pairs = lettersWithForms();
  const more = pairs.map(([path, query], i) =>
    accepted({ ...a, path, query, request_id: `letter-${i}` }, () => ({ oem_id: 'letters', domain_id: 'd-letters' })),
  );
  const found: Set<string>[] = [];
  for (const store of stores) {
    await store.insert([batchOf(more, { oem_id: 'letters', batch_id: 'letters' })]);
    const ids = new Set<string>();
    for (const [has, some] of idsByCondition(pairs, store)) {
      const where = `oem_id = 'letters' AND request_id IN (${some.map(store.dialect.text).join(', ')}) AND ${has}`;
      const rows = await store.query(`SELECT request_id FROM events WHERE ${where}`);
      for (const row of rows) ids.add(String(row.request_id));
    }
    found.push(ids);
  }
  const [embedded, other] = found as [Set<string>, Set<string>];
  const differing = pairs.flatMap(([text, part], i) => {
    const id = `letter-${i}`;
    return embedded.has(id) === other.has(id) ? [] : [`${part} in ${text}`];
  });
  expect(differing).toEqual([]);
  expect(embedded.size).toBeGreaterThan(2500);
});
