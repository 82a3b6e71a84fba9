import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { pruneChains } from './prune';
import { pruneRevisions } from './prune-revisions';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet({ env: { KEEP_AUDIT_DAYS: '1' } });
}, 60_000);
afterAll(() => parapet.close());

const send = async (method: string, path: string, body?: object) => {
  const answer = await parapet.call(method, path, { as: 'acme-root', body });
  expect(answer.status).toBeLessThan(300);
  return answer.body.data;
};
const policy = (name: string) => send('POST', '/api/guard/policies', { name });
const rename = ({ policy_id }: { policy_id: string }, name: string) =>
  send('PUT', `/api/guard/policies/${policy_id}`, { name });

const revisionsOf = async (type: string, id: string | number) => {
  const { store } = parapet.runtime;
  const rows = store.read.selectFrom('revisions').select('revision').where('object_type', '=', type);
  const own = await rows.where('object_id', '=', String(id)).orderBy('revision').execute();
  return own.map(({ revision }) => revision);
};

/** Verifies the log and then does what the jobs do, `days` from now. */
async function pruneAfter(days: number) {
  const { runtime } = parapet;
  await runtime.chainChecks.start('operations', true);
  const isRunning = async () => (await runtime.chainChecks.state('operations')).is_running;
  await vi.waitFor(async () => expect(await isRunning()).toBe(false), 20_000);
  const now = Date.now() + days * 86_400_000;
  const signal = new AbortController().signal;
  const work = { runtime, signal, now, done: async () => undefined, isMine: async () => true };
  await pruneChains(work);
  await pruneRevisions(work);
}

it('keeps all while the log does, and then of each object what it was when the log begins', async () => {
  const { store } = parapet.runtime;
  const [changed, deleted] = [await policy('Changed'), await policy('Deleted')];
  await rename(changed, 'Changed once');
  await rename(changed, 'Changed twice');
  await send('DELETE', `/api/guard/policies/${deleted.policy_id}`);
  // What one deletion ended, more than one part of the work.
  await store.transaction(async (tx) => {
    const { audit_id } = await tx
      .selectFrom('revisions')
      .select((eb) => eb.fn.max('audit_id').as('audit_id'))
      .executeTakeFirstOrThrow();
    const ended = Array.from({ length: 1_200 }, (_, i) => ({ object_id: `ended-${i}`, revision: 1 }));
    const same = { object_type: 'ended', oem_id: 'acme', audit_id, ctime: Date.now(), before: '{}', after: 'null' };
    await tx
      .insertInto('revisions')
      .values({ ...same, object_type: 'role', object_id: '77', revision: 1 })
      .execute();
    for (let i = 0; i < ended.length; i += 400) {
      await tx
        .insertInto('revisions')
        .values(ended.slice(i, i + 400).map((row) => ({ ...same, ...row })))
        .execute();
    }
  });
  await pruneAfter(0);
  expect(await revisionsOf('policy', changed.policy_id)).toEqual([1, 2, 3]);
  const remove = (type: string, id: string) =>
    store.transaction((tx) => sql`delete from revisions where object_type = ${type} and object_id = ${id}`.execute(tx));
  await expect(remove('ended', 'ended-0')).rejects.toThrow('revisions is append-only');

  // The last row of a log is never pruned.
  await policy('Last');
  await pruneAfter(3);
  expect(await revisionsOf('policy', changed.policy_id)).toEqual([3]);
  expect(await revisionsOf('policy', deleted.policy_id)).toEqual([]);
  expect(await revisionsOf('role', 77)).toEqual([1]);
  expect(await revisionsOf('ended', 'ended-0')).toEqual([]);
  expect(await revisionsOf('ended', 'ended-1199')).toEqual([]);
  await expect(remove('policy', changed.policy_id)).rejects.toThrow('revisions is append-only');

  await rename(changed, 'Changed again');
  expect(await revisionsOf('policy', changed.policy_id)).toEqual([3, 4]);
  await policy('Last again');
  await pruneAfter(6);
  expect(await revisionsOf('policy', changed.policy_id)).toEqual([4]);
}, 60_000);
