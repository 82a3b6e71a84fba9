import { mkdtemp, readdir, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StoreFailure } from '@/lib/db/dialect';
import { accepted } from '../testing/accept';
import { batchOf } from '../testing/batch';
import { type DuckdbStore, openDuckdbStore } from './duckdb';
import { ReopeningStore } from './reopening';
import { type KnownValues, OutcomeUnknown } from './store';

const time = Date.UTC(2026, 10, 20);
const owner = () => ({ oem_id: 'acme', domain_id: 'd' });
const batch = (id: string) => batchOf([accepted({ time, request_id: id }, owner)], { batch_id: id });
const invalidated = () =>
  new Error('FATAL Error: Failed: database has been invalidated because of a previous fatal error.');

let file: string;
let opened: DuckdbStore[];
let store: ReopeningStore;
/** Errors of the next attempts to open. */
let refusals: Error[];
const failures = vi.fn();

beforeEach(async () => {
  file = join(await mkdtemp(join(tmpdir(), 'parapet-reopening-')), 'events.duckdb');
  [opened, refusals] = [[], []];
  failures.mockClear();
  store = await ReopeningStore.open(async () => {
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    const one = await openDuckdbStore(file);
    opened.push(one);
    return one;
  }, failures);
});
afterEach(() => store.close());

/** The commit of the next batch fails with the engine, `after` it was stored or before. */
function failCommit(after: boolean): void {
  const failing = opened.at(-1) as DuckdbStore;
  const insert = failing.insert.bind(failing);
  vi.spyOn(failing, 'insert').mockImplementationOnce(async (batches) => {
    if (after) await insert(batches);
    throw new OutcomeUnknown('the event store failed while it committed', { cause: invalidated() });
  });
}

const failEngine = () => vi.spyOn(opened.at(-1) as DuckdbStore, 'query').mockRejectedValueOnce(invalidated());
const soon = (condition: () => unknown) => vi.waitUntil(condition, 30_000);
const isBack = (count: number) => soon(() => opened.length === count && store.stats().catch(() => false));

it.each([
  { after: false, what: 'is not there' },
  { after: true, what: 'is there all the same' },
])('stores a batch once whose commit failed and which $what', async ({ after }) => {
  await store.insert([batch('first')]);
  const version = store.version();
  failCommit(after);
  await expect(store.insert([batch('second')])).rejects.toThrow(OutcomeUnknown);
  await expect(store.insert([batch('third')])).rejects.toThrow(StoreFailure);
  await isBack(2);
  expect(store.version()).toBeGreaterThan(version);
  expect(await store.insert([batch('second')])).toMatchObject([{ stored: 1, duplicate: after }]);
  expect(await store.insert([batch('first')])).toMatchObject([{ duplicate: true }]);
  expect(await store.stats()).toMatchObject({ events: 2, batches: 2 });
});

it('refuses clearly until an attempt succeeds, and keeps the file open once', async () => {
  refusals = [new Error('input/output error'), new Error('input/output error')];
  failEngine();
  const asked = [store.query('SELECT 1'), store.query('SELECT sum(range) FROM range(100000000)')];
  for (const answer of asked) await expect(answer).rejects.toThrow(StoreFailure);
  for (const use of [store.query('SELECT 1'), store.stats(), store.keepIds(['d']), store.compact()]) {
    await expect(use).rejects.toThrow('the event store is being opened again');
  }
  await isBack(2);
  expect(failures).toHaveBeenCalledTimes(3);
  const descriptors = await readdir('/proc/self/fd');
  const targets = await Promise.all(descriptors.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')));
  expect(targets.filter((target) => target === file)).toHaveLength(1);
});

it('takes nothing of the engine before for something of its own', async () => {
  const line = '{"msec":"1795160231.201","request_id":"r","host":"a.example","uri":"/","status":200}';
  const known: KnownValues = {
    hosts: { raw: '["a.example"]', host: '["a.example"]', oem_id: '[""]', domain_id: '[""]' },
    addresses: { raw: '[""]', country: '[""]', asn: '[0]' },
    agents: { raw: '[""]', ua_class: '[""]', ua_name: '[""]' },
    referers: { raw: '[""]', referer_host: '[""]' },
  };
  const lines = await store.readLines(Buffer.from(line), 0);
  await lines.know(known);
  const mine = await store.keepIds(['mine']);
  failEngine();
  await expect(store.query('SELECT 1')).rejects.toThrow(StoreFailure);
  await isBack(2);
  await (await store.readLines(Buffer.from(line), 0)).know(known);
  await store.keepIds(['theirs']);
  await expect(store.query(mine.sql)).rejects.toThrow('does not exist');
  await expect(store.insert([{ ...batch('b'), lines }])).rejects.toThrow(StoreFailure);
  await expect(lines.takeHosts(['a.example'])).rejects.toThrow(StoreFailure);
  await lines.drop();
  expect(await store.stats()).toMatchObject({ batches: 0 });
});

it('is not opened again once it closes', async () => {
  refusals = Array.from({ length: 20 }, () => new Error('input/output error'));
  failEngine();
  await expect(store.query('SELECT 1')).rejects.toThrow(StoreFailure);
  await soon(() => failures.mock.calls.length >= 2);
  await store.close();
  expect(opened).toHaveLength(1);
  await (await openDuckdbStore(file)).close();
});
