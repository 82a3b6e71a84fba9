import type { Kysely } from 'kysely';

/** Which follower of which WeChat service account is which user (spec 4.2). */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('wx_bindings')
    .addColumn('service_id', 'text', (c) => c.notNull())
    .addColumn('openid', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('wx_bindings_key', ['service_id', 'openid'])
    .execute();
  await db.schema.createIndex('wx_bindings_user').on('wx_bindings').column('user_id').execute();
}
