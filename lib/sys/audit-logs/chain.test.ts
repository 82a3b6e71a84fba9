import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { acknowledgeBreaks } from '@/lib/audit/acknowledge';
import { chainHash } from '@/lib/audit/chain';
import { ChainChecks } from '@/lib/audit/chain-checks';
import { appendAudit } from '@/lib/audit/record';
import { type Parapet, startParapet } from '@/test/parapet';
import { session } from '@/test/sign-in';
import type { ChainStates } from './contract';

let parapet: Parapet;
const PATH = '/api/sys/audit-logs/chain';
const ROWS = 700;

beforeAll(async () => {
  parapet = await startParapet();
  for (const user_name of ['acme-root', 'acme-auditor']) await session(parapet, user_name);
  await parapet.call('POST', '/api/guard/policies', { as: 'acme-root', body: { name: 'First' } });
  const { store } = parapet.runtime;
  const like = await store.read.selectFrom('audit_logs').selectAll().executeTakeFirstOrThrow();
  const { id: _id, search: _search, prev_hash: _prev, hash: _hash, ...entry } = like;
  await store.transaction(async (tx) => {
    for (let i = 1; i < ROWS; i++) await appendAudit(tx, { ...entry, resource_label: `row ${i}` });
  });
});
afterAll(() => parapet.close());

const state = async (): Promise<ChainStates> => (await parapet.call('GET', PATH, { as: 'acme-auditor' })).body.data;

/** Asks for a check from the first row and waits for its end, which on a quick store comes before the answer. */
async function verified(): Promise<ChainStates> {
  const asked = await parapet.call('POST', `${PATH}/verify`, { as: 'acme-auditor' });
  expect(asked.status).toBe(200);
  return ended();
}

/** The state once nothing is under way any more. */
const ended = () =>
  vi.waitFor(
    async () => {
      const states = await state();
      expect([states.operations.is_running, states.sign_ins.is_running]).toEqual([false, false]);
      return states;
    },
    { timeout: 30_000 },
  );

const run = (statement: string) => sql.raw(statement).execute(parapet.runtime.store.writer);
async function unlock() {
  if (parapet.runtime.store.kind === 'postgres') return run('drop trigger audit_logs_frozen on audit_logs');
  for (const event of ['update', 'delete']) await run(`drop trigger audit_logs_no_${event}`);
}

describe('the chain', () => {
  it('is the business of platform staff', async () => {
    for (const [method, path] of [
      ['GET', PATH],
      ['POST', `${PATH}/verify`],
    ] as const) {
      for (const as of ['acme-root', 'acme-viewer', 'acme-editor']) {
        expect((await parapet.call(method, path, { as })).status, as).toBe(403);
      }
    }
  });

  it('is sound to its end once it is verified', async () => {
    expect((await state()).operations).toMatchObject({ rows: ROWS, broken_id: 0 });
    const { operations, sign_ins } = await verified();
    const head = await parapet.runtime.store.read
      .selectFrom('audit_logs')
      .select('hash')
      .where('id', '=', ROWS)
      .executeTakeFirstOrThrow();
    expect(operations).toMatchObject({ rows: ROWS, verified_rows: ROWS, broken_id: 0, head_hash: head.hash });
    expect(operations.verified_at).toBeGreaterThan(Date.now() - 60_000);
    expect(sign_ins.rows).toBeGreaterThanOrEqual(2);
    expect(sign_ins.verified_rows).toBe(sign_ins.rows);
  });

  it('goes on from what is verified when rows are added', async () => {
    await parapet.call('POST', '/api/guard/policies', { as: 'acme-root', body: { name: 'Later' } });
    expect((await state()).operations).toMatchObject({ rows: ROWS + 1, verified_rows: ROWS });
    await parapet.runtime.chainChecks.start('operations', false);
    expect((await ended()).operations).toMatchObject({ rows: ROWS + 1, verified_rows: ROWS + 1, broken_id: 0 });
  });

  it('is checked by one process at a time', async () => {
    const { store, log, seal } = parapet.runtime;
    const other = new ChainChecks(store, log, seal);
    await Promise.all([parapet.runtime.chainChecks.start('operations', true), other.start('operations', true)]);
    expect((await ended()).operations).toMatchObject({ verified_rows: ROWS + 1, broken_id: 0 });
    await other.close();
  });

  it('is left to who checks it by a process whose clock is ahead of that of the store', async ({ skip }) => {
    const { store, chainChecks } = parapet.runtime;
    if (store.kind === 'embedded') return skip('the embedded store has the clock of its process');
    const lease = (lease_until: number) =>
      store.transaction((tx) => tx.updateTable('chain_checks').set({ lease_until }).execute());
    const begun = () => store.read.selectFrom('chain_checks').select('begun_at').orderBy('chain').execute();
    const before = await begun();
    const now = Date.now();
    await lease(now + 30_000);
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 3_600_000);
    try {
      await chainChecks.start('operations', true);
      expect(await chainChecks.state('operations')).toMatchObject({ is_running: true });
    } finally {
      clock.mockRestore();
    }
    expect(await begun()).toEqual(before);
    await lease(0);
  });

  it('names every row that was altered, also later, until all is sound or a signed note names it', async () => {
    await unlock();
    await run("update audit_logs set actor_name = 'somebody else' where id in (300, 400)");
    const found = { broken_id: 300, verified_rows: 299, broken_rows: 2, broken_ids: [300, 400], acknowledged_rows: 0 };
    expect((await verified()).operations).toMatchObject(found);
    await parapet.runtime.chainChecks.start('operations', false);
    expect((await ended()).operations).toMatchObject(found);
    // What is tampered with later is found by the check of what is new.
    await parapet.call('POST', '/api/guard/policies', { as: 'acme-root', body: { name: 'Latest' } });
    await run(`update audit_logs set actor_name = 'somebody else' where id = ${ROWS + 2}`);
    await parapet.runtime.chainChecks.start('operations', false);
    expect((await ended()).operations).toMatchObject({ ...found, broken_rows: 3, broken_ids: [300, 400, ROWS + 2] });
    const { store, seal } = parapet.runtime;
    expect(await acknowledgeBreaks(store, seal, 'operations', 'they were tried out')).toBe(3);
    expect((await verified()).operations).toMatchObject({ broken_id: 0, broken_rows: 0, acknowledged_rows: 3 });
    // A note is for what it was written about, and only with its signature.
    await run("update audit_logs set actor_name = 'yet another' where id = 400");
    expect((await verified()).operations).toMatchObject({ broken_id: 400, broken_rows: 1, acknowledged_rows: 2 });
    await run("update chain_notes set reason = 'another reason'");
    expect((await verified()).operations).toMatchObject({ broken_id: 300, broken_rows: 3, acknowledged_rows: 0 });
    await run(`update audit_logs set actor_name = 'acme-root' where id in (300, 400, ${ROWS + 2})`);
    expect((await verified()).operations).toMatchObject({ broken_id: 0, verified_rows: ROWS + 3 });
  });

  it('tells a row that was rewritten together with its own hash, by the row after it', async () => {
    const rows = parapet.runtime.store.read.selectFrom('audit_logs').selectAll().where('id', '=', 200);
    const { search: _search, prev_hash, hash, ...row } = await rows.executeTakeFirstOrThrow();
    const forged = chainHash(prev_hash, { ...row, actor_name: 'somebody else' });
    await run(`update audit_logs set actor_name = 'somebody else', hash = '${forged}' where id = 200`);
    expect((await verified()).operations).toMatchObject({ broken_id: 201, verified_rows: 200 });
    await run(`update audit_logs set actor_name = 'acme-root', hash = '${hash}' where id = 200`);
    expect((await verified()).operations).toMatchObject({ broken_id: 0, verified_rows: ROWS + 3 });
  });

  it('tells a row that vanished, and an end that was cut off', async () => {
    await run(`delete from audit_logs where id > ${ROWS}`);
    await parapet.runtime.chainChecks.start('operations', true);
    expect((await ended()).operations).toMatchObject({ broken_id: ROWS + 1, verified_rows: ROWS });
    await run('delete from audit_logs where id = 100');
    expect((await verified()).operations).toMatchObject({ broken_id: 101, verified_rows: 99 });
  });
});
