import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { makePlaces, withStore } from '@/lib/backup/testing';
import { tablesOf } from '@/lib/db/catalogue';
import { migrate, migrateWithin } from '@/lib/db/migrate';
import type { Db } from '@/lib/db/store';

const places = makePlaces();
afterAll(() => places.close());

const OF_BEFORE = [
  `insert into oems values ('default', 'Default', 1)`,
  `insert into users (user_id, oem_id, user_name, user_key, password_hash, search, ctime, utime)
   values ('u1', 'default', 'a', 'a', 'x', 'a', 1, 1)`,
  `insert into certificates values (2, 'default', 'u1', 'u1', 'c', 'c', 1, 'CN', 'CA', 1, 0, '["a.test"]', 'CERT', 'SIGN',
   'KEY', 'SIGN KEY', 1, 1, '["a.test"]', 1)`,
];

const certificates = async (db: Db) => (await sql`select * from certificates`.execute(db)).rows;

describe('what lists of certificates read', () => {
  it('stands in front of all that is long, and rows of before are what they were', async () => {
    await withStore(await places.fresh(), async (store) => {
      const before = await store.writer.connection().execute(async (db) => {
        await migrateWithin(db, '0062-policies-searched');
        for (const statement of OF_BEFORE) await sql.raw(statement).execute(db);
        return certificates(db);
      });
      await migrate(store);
      expect(await certificates(store.read)).toEqual(before);
      const columns = (await tablesOf(store.read)).find(({ name }) => name === 'certificates')?.columns ?? [];
      const long = ['names', 'cert', 'sign_cert', 'sealed_key', 'sealed_sign_key'];
      expect(columns.slice(-long.length).map(({ name }) => name)).toEqual(long);
    });
  });

  it('is in the index by which they are searched, and their names are not', async () => {
    await withStore(places.embedded(), async (store) => {
      await migrate(store);
      const columns = sql<{ name: string }>`select info.name as name from pragma_index_list('certificates') as list,
        pragma_index_info(list.name) as info`;
      const names = (await columns.execute(store.read)).rows.map(({ name }) => name);
      expect(names).toContain('search');
      expect(names).not.toContain('names');
    });
  });
});
