import { afterAll, expect, it } from 'vitest';
import { makePlaces, withStore } from '@/lib/backup/testing';
import { migrate } from '@/lib/db/migrate';
import { openSeal } from './open';

const places = makePlaces();
afterAll(() => places.close());

it('of processes that start at once on an empty store, each without a key, one makes it', async ({ skip }) => {
  const config = await places.fresh();
  if (!config.DATABASE_URL) return skip('the embedded store belongs to one process');
  await withStore(config, async (store) => {
    await migrate(store);
    await withStore(config, async (other) => {
      for (let round = 0; round < 5; round++) {
        await store.transaction((tx) => tx.deleteFrom('seal_keys').execute());
        await other.transaction((tx) => tx.selectFrom('seal_keys').selectAll().execute());
        const opened = await Promise.allSettled([store, other].map((each) => openSeal(each, places.embedded())));
        expect(opened.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        expect(await store.read.selectFrom('seal_keys').selectAll().execute()).toHaveLength(1);
      }
    });
  });
});
