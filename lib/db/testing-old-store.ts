import { sql } from 'kysely';
import { migrateWithin } from './migrate';
import type { Store } from './store';

/** What a store is that `fillOldStore` filled. */
export const OLD_VERSION = '0008-wx-bindings';

/** One row in each table that later migrations change or fill others from. */
const ROWS_OF_BEFORE = [
  `insert into oems values ('acme', 'Acme', 1)`,
  `insert into users (user_id, oem_id, user_name, user_key, password_hash, search, ctime, utime)
   values ('u1', 'acme', 'Zoë', 'zoë', 'x', 'zoë', 1, 1)`,
  `insert into policies values ('p1', 'acme', 'u1', 'u1', 'Policy', '', 'policy', '', 0, '', 1, 1)`,
  `insert into domains values ('d1', 'acme', 'u1', 'u1', 'shop.example.com', '', '', 'p1', 'c1', 0, 1, 2, 1, 1)`,
  `insert into origin_groups (domain_id, name, is_default, utime) values ('d1', 'default', 1, 1)`,
  `insert into sessions values ('t', 'u1', 'acme', 1, 1, 1)`,
];

/** Makes of an empty store one that an old version left. */
export const fillOldStore = (store: Store): Promise<void> =>
  store.writer.connection().execute(async (db) => {
    await migrateWithin(db, OLD_VERSION);
    for (const statement of ROWS_OF_BEFORE) await sql.raw(statement).execute(db);
  });
