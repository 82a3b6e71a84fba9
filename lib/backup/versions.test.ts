import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { CHAINS } from '@/lib/audit/chain';
import { verifyStore } from '@/lib/audit/verify';
import { MIGRATIONS, migrate, migrateWithin, versionOf } from '@/lib/db/migrate';
import { siteSkeleton } from '@/lib/guard/domains/site';
import { masterKey, Seal } from '@/lib/seal/seal';
import { restore } from './restore';
import { backUp } from './take';
import { makePlaces, withStore } from './testing';

const seal = new Seal(masterKey('a key that signed no note of this store'));

const places = makePlaces();
afterAll(() => places.close());

/** One row in each table that later migrations change or fill others from. */
const OF_BEFORE = [
  `insert into oems values ('acme', 'Acme', 1)`,
  `insert into users (user_id, oem_id, user_name, user_key, password_hash, search, ctime, utime)
   values ('u1', 'acme', 'Zoë', 'zoë', 'x', 'zoë', 1, 1)`,
  `insert into policies values ('p1', 'acme', 'u1', 'u1', 'Policy', '', 'policy', '', 0, '', 1, 1)`,
  `insert into domains values ('d1', 'acme', 'u1', 'u1', 'shop.example.com', '', '', 'p1', 'c1', 0, 1, 2, 1, 1)`,
  `insert into origin_groups (domain_id, name, is_default, utime) values ('d1', 'default', 1, 1)`,
  `insert into sessions values ('t', 'u1', 'acme', 1, 1, 1)`,
];

describe('a backup of an older version', () => {
  it('is filled in as it was, and then brought to this one', async () => {
    const config = await places.fresh();
    const old = '0008-wx-bindings';
    await withStore(config, (store) =>
      store.writer.connection().execute(async (db) => {
        await migrateWithin(db, old);
        for (const statement of OF_BEFORE) await sql.raw(statement).execute(db);
      }),
    );
    const dir = places.dir();
    const taken = await backUp(config, dir);
    expect(taken).toMatchObject({ version: old, kek_ids: [], left_out: ['api_key_rates', 'sessions'] });

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
