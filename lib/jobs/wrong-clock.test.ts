import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { clockOf } from './queue';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

/** Has this process do periodic work now. */
async function doNow(kind: string): Promise<void> {
  const { store, jobs } = parapet.runtime;
  await store.transaction((tx) =>
    tx.updateTable('jobs').set({ due_at: 0, wanted_at: 0 }).where('kind', '=', kind).execute(),
  );
  jobs.wake(kind);
  await jobs.settled();
}

it.for([1, 24])(
  'a process whose clock is %d h ahead of the store deletes nothing too early',
  async (hours, { skip }) => {
    const { store } = parapet.runtime;
    if (store.kind !== 'postgres') return skip('the embedded store has the clock of its process');
    await parapet.call('GET', '/api/guard/policies', { as: 'acme-root' });
    const now = await clockOf(store);
    const before = now - 30 * DAY;
    const failed = { audit_id: 0, payload: '{}', due_at: 0, attempts: 9, tried_at: 0, error: 'no' };
    const failedAt = (failed_at: number, object_id: string) => {
      return { kind: 'delivery.distribute', object_id, wanted_at: failed_at, failed_at, ...failed };
    };
    const ages = [failedAt(before + HOUR / 2, `young-${hours}`), failedAt(before - HOUR / 2, `old-${hours}`)];
    await store.transaction((tx) => tx.insertInto('jobs').values(ages).execute());
    const sessions = () => store.writer.selectFrom('sessions').select('token_hash').orderBy('token_hash').execute();
    const signedIn = await sessions();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + hours * HOUR);
    try {
      for (const kind of ['auth.session.expire', 'sys.jobs.forget']) await doNow(kind);
    } finally {
      clock.mockRestore();
    }
    expect(signedIn.length).toBeGreaterThan(0);
    expect(await sessions()).toEqual(signedIn);
    const left = await store.writer.selectFrom('jobs').select('object_id').where('failed_at', '>', 0).execute();
    expect(left.map(({ object_id }) => object_id)).toContain(`young-${hours}`);
    expect(left.map(({ object_id }) => object_id)).not.toContain(`old-${hours}`);
  },
);
