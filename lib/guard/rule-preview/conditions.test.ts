import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnalyticsEvent } from '@/lib/analytics/events/event';
import { EVENT_COLUMNS } from '@/lib/analytics/store/columns';
import { type DuckdbStore, openDuckdbStore } from '@/lib/analytics/store/duckdb';
import { batchOf } from '@/lib/analytics/testing/batch';
import { FIXTURES, readEvents } from '@/lib/analytics/testing/load';
import { groupedBy } from '@/lib/db/grouped';
import type { Match } from '@/lib/guard/rules/contract';
import { faultInPattern } from '@/lib/guard/rules/pattern';
import { fieldOf, LIMIT_SCOPES, MATCH_FIELDS, type Operator } from '@/lib/guard/rules/vocabulary';
import { isLogged } from './conditions';
import { MINUTES } from './contract';
import { countExceeded, countMatched, type Reading } from './figures';
import { exceeding, fits } from './testing';

const SPELLINGS = [
  '2001:DB8::1',
  '2001:0db8:0000:0000:0000:0000:0000:0001',
  '::ffff:192.0.2.7',
  '::FFFF:c000:0207',
  '::',
  '',
  '-',
];
const ODD = ['/a?b', '/%E5', "/it's", '/中文/\u{1f600}', '/\n', '/A', '/a'];

let store: DuckdbStore;
let events: AnalyticsEvent[];
let window: Pick<Reading, 'stime' | 'etime'>;

beforeAll(async () => {
  store = await openDuckdbStore(':memory:');
  const captured = (await readEvents([FIXTURES.access])).slice(0, 500);
  const [like] = captured;
  if (!like) throw new Error('no fixture');
  const odd = [...SPELLINGS.map((client_ip) => ({ client_ip })), ...ODD.map((path) => ({ path }))].map((change, i) => ({
    event: { ...like.event, ...change, event_id: BigInt(i + 1), time: like.event.time + i, request_id: `odd-${i}` },
    details: [],
  }));
  await store.insert([batchOf([...captured, ...odd])]);
  events = [...captured, ...odd].map(({ event }) => event);
  const stime = events.reduce((least, { time }) => Math.min(least, time), Number.POSITIVE_INFINITY);
  window = { stime, etime: stime + MINUTES * 60_000 };
});
afterAll(() => store.close());

const ask = (sql: string, values: readonly string[]) => store.query(sql, values);
const reading = (matches: Match[]): Reading => ({ ...window, scope: '1 = 1', matches });
const inWindow = () => events.filter(({ time }) => time >= window.stime && time < window.etime);

const logged = Object.entries(MATCH_FIELDS).filter(([, { columns }]) => columns.length > 0);

/** A piece of what an event has, now and then something else. */
const pieces = (field: string) =>
  fc.tuple(fc.nat(), fc.nat(40), fc.nat(40)).map(([n, from, length]) => {
    const columns = fieldOf(field)?.columns ?? [];
    const text = columns.map((column) => String(events[n % events.length]?.[column as keyof AnalyticsEvent])).join('?');
    const start = from % Math.max(1, text.length);
    return text.slice(start, start + length).toWellFormed() || 'x';
  });
const values = (column: keyof AnalyticsEvent) =>
  fc.nat().map((n) => String(events[n % events.length]?.[column]) || 'XX');

const addresses = fc.oneof(
  values('client_ip').filter((ip) => ip.includes('.') || ip.includes(':')),
  fc.ipV4(),
  fc.ipV6(),
);
const networks = fc.oneof(
  addresses,
  fc.tuple(addresses, fc.nat(32)).map(([address, bits]) => `${address}/${address.includes(':') ? bits * 4 : bits}`),
);

const PATTERNS = [
  '^/',
  '(?i)ADMIN',
  '\\.(php|js)$',
  '[0-9]{2,}',
  '\\pL',
  'a|b',
  '.',
  '^$',
  '(?s)^.*$',
  '\\bid\\b',
  '中',
];

function dataFor(field: string, op: Operator): fc.Arbitrary<string> {
  const kind = fieldOf(field)?.value;
  const one =
    kind === 'ip'
      ? networks
      : kind === 'integer'
        ? fc.oneof(values('asn'), fc.nat(70_000).map(String))
        : kind === 'country'
          ? fc.oneof(values('country'), fc.constant('CN'))
          : kind === 'method'
            ? fc.oneof(values('method'), fc.constant('GET'))
            : fc.oneof(pieces(field), fc.string({ minLength: 1, maxLength: 3 }));
  if (op === 'exists' || op === 'not_exists') return fc.constant('');
  if (op === 'regex' || op === 'not_regex') return fc.constantFrom(...PATTERNS);
  return op === 'in' || op === 'not_in'
    ? fc.array(one, { minLength: 1, maxLength: 4 }).map((all) => all.join(', '))
    : one;
}

const conditions: fc.Arbitrary<Match> = fc
  .constantFrom(...logged.flatMap(([field, { operators }]) => operators.map((op: Operator) => ({ field, op }))))
  .chain(({ field, op }) => dataFor(field, op).map((data) => ({ field, op, data })));

describe('columns of the event log', () => {
  it('are where the table of fields says that a field is', () => {
    const names = EVENT_COLUMNS.map(({ name }) => name);
    for (const [field, { columns }] of logged) expect(names, field).toEqual(expect.arrayContaining([...columns]));
    expect(isLogged({ field: 'header:x', op: 'exists', data: '' })).toBe(false);
  });
});

describe('conditions asked of the store', () => {
  it.each(PATTERNS)('have expressions that may be saved: %s', (pattern) =>
    expect(faultInPattern(pattern)).toBeUndefined(),
  );

  it('are met by the events that meet them one by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(conditions, { minLength: 1, maxLength: 3 }), async (matches) => {
        const found = inWindow().filter((event) => matches.every((match) => fits(event, match)));
        const counted = await countMatched(store, reading(matches), ask);
        expect(counted.requests).toBe(found.length);
        expect(counted.addresses).toBe(new Set(found.map(({ client_ip }) => client_ip)).size);
        expect(counted.minutes.reduce((sum, n) => sum + n, 0)).toBe(found.length);
        const actions = groupedBy(found, ({ action }) => action);
        expect(counted.actions.toSorted((a, b) => (a.value < b.value ? -1 : 1))).toEqual(
          [...actions]
            .map(([value, some]) => ({ value, requests: some.length }))
            .sort((a, b) => (a.value < b.value ? -1 : 1)),
        );
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it.each([
    ['192.0.2.7', 2],
    ['192.0.2.0/24', 2],
    ['::ffff:192.0.2.0/120', 2],
    ['2001:db8::1', 2],
    ['2001:db8::/32', 2],
    ['::/128', 1],
  ])('find an address however it was logged: in %s', async (network, least) => {
    const { requests } = await countMatched(store, reading([{ field: 'ip', op: 'eq', data: network }]), ask);
    expect(requests).toBeGreaterThanOrEqual(least);
    const others = await countMatched(store, reading([{ field: 'ip', op: 'ne', data: network }]), ask);
    expect(requests + others.requests).toBe(inWindow().length);
  });
});

describe('limits asked of the store', () => {
  it('are exceeded by the events that are too many of their source, counted one by one', async () => {
    const scopes = fc.constantFrom(...LIMIT_SCOPES.filter((scope) => scope !== 'session'));
    const limits = fc.record({
      threshold: fc.integer({ min: 1, max: 20 }),
      period: fc.integer({ min: 1, max: 600 }),
      scope: scopes,
    });
    await fc.assert(
      fc.asyncProperty(limits, conditions, fc.nat(7_200), async (limit, match, later) => {
        const stime = window.stime + later * 1000;
        const found = inWindow().filter((event) => fits(event, match));
        const over = exceeding(found, limit, stime);
        const answer = await countExceeded(store, { ...reading([match]), stime, etime: window.etime }, limit, ask);
        expect(answer?.requests).toBe(over.length);
        expect(answer?.minutes.filter((n) => n > 0)).toHaveLength(
          new Set(over.map(({ time }) => Math.floor((time - stime) / 60_000))).size,
        );
        expect(answer?.top.reduce((sum, { requests }) => sum + requests, 0)).toBeLessThanOrEqual(over.length);
      }),
      { numRuns: 30 },
    );
  }, 60_000);

  it('count nothing together by what no event has', async () => {
    const limit = { threshold: 1, period: 1, scope: 'session' } as const;
    expect(await countExceeded(store, reading([]), limit, ask)).toBeUndefined();
  });
});
