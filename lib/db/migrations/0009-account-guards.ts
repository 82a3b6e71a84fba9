import type { Kysely } from 'kysely';
import { nameLook } from './frozen/name-look';

type Tables = {
  users: { oem_id: string; user_id: string; user_name: string; ctime: number };
  user_looks: { oem_id: string; look: string; user_id: string };
};

/** How user names look, so that no two of a brand look the same, and present passwords named wrongly. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('user_looks')
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('look', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addPrimaryKeyConstraint('user_looks_key', ['oem_id', 'look'])
    .execute();
  await db.schema.createIndex('user_looks_user').on('user_looks').column('user_id').execute();
  const users = await db.selectFrom('users').select(['oem_id', 'user_id', 'user_name']).orderBy('ctime').execute();
  for (const { oem_id, user_id, user_name } of users) {
    // Two that look the same already stay; the older one keeps the look.
    await db
      .insertInto('user_looks')
      .values({ oem_id, user_id, look: nameLook(user_name) })
      .onConflict((c) => c.doNothing())
      .execute();
  }

  await db.schema
    .createTable('wrong_proofs')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('wrong_proofs_user').on('wrong_proofs').columns(['user_id', 'ctime']).execute();
}
