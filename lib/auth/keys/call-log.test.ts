import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '@/lib/config/env';
import { openStore } from '@/lib/db/store';
import { createMetrics } from '@/lib/log/metrics';
import { openRuntime } from '@/lib/runtime/runtime';
import { type Parapet, startParapet } from '@/test/parapet';
import { PASSWORD } from '@/test/people';
import { CallLog } from './call-log';
import { deleteCalls, insertKeyEvents, type KeyEvent } from './repository';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

const call = (key_id: string, n = 0): KeyEvent => ({
  event_type: 'call',
  key_id,
  user_id: 'u',
  oem_id: 'acme',
  auth_mode: 'apikey',
  action: `GET /${n}`,
  status_code: 200,
  biz_code: 0,
  client_ip: '127.0.0.1',
  user_agent: '',
  permission: '',
  extra: '{}',
  ctime: n,
});

async function stored(key_id: string): Promise<string[]> {
  const rows = await parapet.runtime.store.read
    .selectFrom('api_key_logs')
    .select('action')
    .where('key_id', '=', key_id)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.action);
}

const actions = (count: number) => Array.from({ length: count }, (_, n) => `GET /${n}`);

/** A store that refuses when asked to. */
function fixture(limit?: number) {
  const state = { isDown: false, transactions: 0 };
  const { store, log } = parapet.runtime;
  const transaction: typeof store.transaction = (work) => {
    state.transactions++;
    return state.isDown ? Promise.reject(new Error('down')) : store.transaction(work);
  };
  const metrics = createMetrics();
  const dropped = async () => (await metrics.keyCallsDropped.get()).values[0]?.value ?? 0;
  return { state, dropped, calls: new CallLog({ ...store, transaction }, metrics, log, limit) };
}

it('gives up the oldest calls, and nothing of who issued and revoked a key', async () => {
  const managed: KeyEvent = { ...call('old', 1), event_type: 'manage', action: 'create' };
  const { store } = parapet.runtime;
  await store.transaction((tx) => insertKeyEvents(tx, [managed, call('old', 1), call('old', 2), call('old', 30)]));
  const deleted = () => store.transaction((tx) => deleteCalls(tx, 10, 1));
  expect([await deleted(), await deleted(), await deleted()]).toEqual([1, 1, 0]);
  expect(await stored('old')).toEqual(['create', 'GET /30']);
});

describe('the call log', () => {
  it('writes by itself within moments, many calls in one transaction', async () => {
    const { calls, state } = fixture();
    for (let n = 0; n < 237; n++) calls.add(call('soon', n));
    expect(await stored('soon')).toEqual([]);
    await expect.poll(() => stored('soon')).toEqual(actions(237));
    expect(state.transactions).toBe(1);
  });

  it('does not wait for the clock when many have come', async () => {
    const { calls, state } = fixture();
    for (let n = 0; n < 499; n++) calls.add(call('many', n));
    await new Promise((resolve) => setImmediate(resolve));
    expect(state.transactions).toBe(0);
    calls.add(call('many', 499));
    await new Promise((resolve) => setImmediate(resolve));
    expect(state.transactions).toBe(1);
    await calls.flush();
    expect(await stored('many')).toHaveLength(500);
  });

  it('is complete after a flush and after a stop, each call once, in order', async () => {
    const { calls } = fixture();
    for (let n = 0; n < 1_203; n++) calls.add(call('flush', n));
    await Promise.all([calls.flush(), calls.flush()]);
    expect(await stored('flush')).toEqual(actions(1_203));
    calls.add(call('flush', 1_203));
    await calls.close();
    expect(await stored('flush')).toEqual(actions(1_204));
  });

  it('keeps what the store refused and writes it later, once', async () => {
    const { calls, state } = fixture();
    state.isDown = true;
    for (let n = 0; n < 30; n++) calls.add(call('later', n));
    await expect(calls.flush()).rejects.toThrow('down');
    calls.add(call('later', 30));
    state.isDown = false;
    await calls.flush();
    expect(await stored('later')).toEqual(actions(31));
  });

  it('drops and counts what exceeds its bound instead of growing', async () => {
    const { calls, state, dropped } = fixture(100);
    state.isDown = true;
    for (let n = 0; n < 150; n++) calls.add(call('bound', n));
    expect(await dropped()).toBe(50);
    state.isDown = false;
    await calls.close();
    expect(await stored('bound')).toEqual(actions(100));
    calls.add(call('bound', 1));
    expect(await dropped()).toBe(51);
  });
});

it('a process that stops in the normal way has written every call', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-stop-'));
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'fatal', ADMIN_PASSWORD: PASSWORD });
  const runtime = await openRuntime(config);
  for (let n = 0; n < 1_234; n++) runtime.keyCalls.add(call('stop', n));
  await runtime.close();
  const store = openStore({ folder });
  const rows = await store.read.selectFrom('api_key_logs').select('action').orderBy('id').execute();
  expect(rows.map((row) => row.action)).toEqual(actions(1_234));
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
