import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SOURCE_ACCESS, SOURCE_AUDIT } from '../events/event';
import { accepted } from '../testing/accept';
import { batchOf } from '../testing/batch';
import { type DuckdbStore, openDuckdbStore } from './duckdb';

let store: DuckdbStore;
beforeEach(async () => {
  store = await openDuckdbStore(':memory:');
});
afterEach(() => store.close());

const time = Date.UTC(2026, 10, 20);
const acme = (line: object = {}) =>
  accepted({ time, request_id: 'r', ...line }, () => ({ oem_id: 'acme', domain_id: 'd-acme' }));
const borealis = (line: object = {}) =>
  accepted({ time, request_id: 'r', ...line }, () => ({ oem_id: 'borealis', domain_id: 'd-borealis' }));
const events = () => store.query('SELECT oem_id, path, sources, action FROM events ORDER BY oem_id, path');

describe('brands', () => {
  it('both keep their true event under one request id, in one group or one after another', async () => {
    await store.insert([
      batchOf([acme({ path: '/a' })], { oem_id: 'acme' }),
      batchOf([borealis({ path: '/b' })], { oem_id: 'borealis' }),
    ]);
    await store.insert([batchOf([acme({ path: '/x', request_id: 's' })])]);
    await store.insert([batchOf([borealis({ path: '/y', request_id: 's' })])]);
    expect((await events()).map((e) => [e.oem_id, e.path])).toEqual([
      ['acme', '/a'],
      ['acme', '/x'],
      ['borealis', '/b'],
      ['borealis', '/y'],
    ]);
    const [known] = await store.insert([batchOf([acme({ path: '/again' })])]);
    expect(known).toMatchObject({ stored: 0, known: 1 });
  });

  it('never complete the other one’s half', async () => {
    const audit = { sources: SOURCE_AUDIT, action: 'block', matches: [{ rule_id: 942100, message: 'sqli' }] };
    await store.insert([batchOf([acme({ sources: SOURCE_ACCESS, path: '/a' })])]);
    const [squat] = await store.insert([batchOf([borealis(audit)])]);
    expect(squat).toMatchObject({ stored: 1, upgraded: 0 });
    const [own] = await store.insert([batchOf([acme(audit)])]);
    expect(own).toMatchObject({ stored: 0, upgraded: 1 });
    const [late] = await store.insert([batchOf([borealis({ sources: SOURCE_ACCESS, path: '/b' })])]);
    expect(late).toMatchObject({ stored: 0, upgraded: 1 });
    expect(await events()).toEqual([
      { oem_id: 'acme', path: '/a', sources: 3, action: 'block' },
      { oem_id: 'borealis', path: '/b', sources: 3, action: 'block' },
    ]);
    const details = await store.query(
      'SELECT oem_id, count(*)::INTEGER AS n FROM attack_details GROUP BY 1 ORDER BY 1',
    );
    expect(details).toEqual([
      { oem_id: 'acme', n: 1 },
      { oem_id: 'borealis', n: 1 },
    ]);
  });

  it('each have their own batch ids', async () => {
    const of = (oem_id: string, item = oem_id === 'acme' ? acme() : borealis()) =>
      batchOf([item], { oem_id, batch_id: 'first' });
    expect(await store.insert([of('acme'), of('borealis')])).toMatchObject([
      { stored: 1, duplicate: false },
      { stored: 1, duplicate: false },
    ]);
    expect(await store.insert([of('', acme({ request_id: 'local' }))])).toMatchObject([
      { stored: 1, duplicate: false },
    ]);
    expect(await store.insert([of('borealis', borealis({ request_id: 'other' }))])).toMatchObject([
      { stored: 1, duplicate: true },
    ]);
    expect(await store.stats()).toMatchObject({ events: 3, batches: 3 });
  });
});
