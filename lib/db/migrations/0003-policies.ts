import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('policies')
    .addColumn('policy_id', 'text', (c) => c.primaryKey())
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('root_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('comment', 'text', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .addColumn('default_main_rule_version', 'text', (c) => c.notNull())
    .addColumn('is_default', 'integer', (c) => c.notNull())
    .addColumn('schema_id', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('utime', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('policies_oem').on('policies').columns(['oem_id', 'ctime', 'policy_id']).execute();
  await db.schema.createIndex('policies_root').on('policies').columns(['root_id', 'ctime', 'policy_id']).execute();
  await db.schema.createIndex('policies_user').on('policies').columns(['user_id', 'ctime', 'policy_id']).execute();
  await db.schema.createIndex('policies_name').on('policies').columns(['root_id', 'name']).unique().execute();
}
