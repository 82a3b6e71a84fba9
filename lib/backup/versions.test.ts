import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { CHAINS } from '@/lib/audit/chain';
import { verifyStore } from '@/lib/audit/verify';
import { MIGRATIONS, migrate, versionOf } from '@/lib/db/migrate';
import { fillOldStore, OLD_VERSION } from '@/lib/db/testing-old-store';
import { siteSkeleton } from '@/lib/guard/domains/site';
import { masterKey, Seal } from '@/lib/seal/seal';
import { restore } from './restore';
import { backUp } from './take';
import { makePlaces, withStore } from './testing';

const seal = new Seal(masterKey('a key that signed no note of this store'));

const places = makePlaces();
afterAll(() => places.close());

describe('a backup of an older version', () => {
  it('is filled in as it was, and then brought to this one', async () => {
    const config = await places.fresh();
    await withStore(config, fillOldStore);
    const dir = places.dir();
    const taken = await backUp(config, dir);
    expect(taken).toMatchObject({ version: OLD_VERSION, kek_ids: [], left_out: ['api_key_rates', 'sessions'] });

    for (const into of [await places.fresh(), places.embedded()]) {
      await restore(into, dir);
      await withStore(into, async (store) => {
        const db = store.read;
        expect(await versionOf(db)).toBe(MIGRATIONS.at(-1));
        const [user] = await db.selectFrom('user_skeletons').select(['oem_id', 'user_id']).execute();
        expect(user).toEqual({ oem_id: 'acme', user_id: 'u1' });
        const [domain] = await db.selectFrom('domains').select(['domain', 'skeleton']).execute();
        expect(domain).toEqual({ domain: 'shop.example.com', skeleton: siteSkeleton('shop.example.com') });
        for (const chain of CHAINS) expect((await verifyStore(store, seal, chain)).broken_rows).toBe(0);
        const { rows } = await sql<{ group_id: number }>`
          insert into origin_groups (domain_id, name, is_default, utime) values ('d1', 'more', 0, 1)
          returning group_id`.execute(store.writer);
        expect(rows).toEqual([{ group_id: 2 }]);
        await migrate(store);
      });
    }
  });
});
