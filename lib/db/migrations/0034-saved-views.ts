import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('saved_views')
    .addColumn('view_id', 'text', (c) => c.primaryKey())
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('root_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('list', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .addColumn('query', 'text', (c) => c.notNull())
    .addColumn('shared', 'integer', (c) => c.notNull())
    .addColumn('is_default', 'integer', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('utime', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('saved_views_name')
    .on('saved_views')
    .columns(['user_id', 'list', 'search'])
    .unique()
    .execute();
  await db.schema.createIndex('saved_views_root').on('saved_views').columns(['root_id', 'list']).execute();
  await sql`create unique index saved_views_default on saved_views (user_id, list) where is_default = 1`.execute(db);
  // Staff share with one another, and who they are is asked by role.
  await db.schema.createIndex('user_roles_role').on('user_roles').columns(['role_id', 'user_id']).execute();
}
