import type { Kysely } from 'kysely';

/** Brands, people, roles and sessions (DESIGN 2). */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('oems')
    .addColumn('oem_id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('oem_hosts')
    .addColumn('hostname', 'text', (c) => c.primaryKey())
    .addColumn('oem_id', 'text', (c) => c.notNull().references('oems.oem_id'))
    .execute();

  await db.schema
    .createTable('roles')
    .addColumn('role_id', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('level', 'integer', (c) => c.notNull())
    .addColumn('permissions', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('users')
    .addColumn('user_id', 'text', (c) => c.primaryKey())
    .addColumn('oem_id', 'text', (c) => c.notNull().references('oems.oem_id'))
    .addColumn('user_name', 'text', (c) => c.notNull())
    .addColumn('user_key', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('nick_name', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('email', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('mobile', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('comment', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('search', 'text', (c) => c.notNull())
    .addColumn('locked', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('need_change_password', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('first_id', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('parent_id', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('utime', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('users_name').on('users').columns(['oem_id', 'user_key']).unique().execute();
  await db.schema.createIndex('users_oem').on('users').columns(['oem_id', 'ctime', 'user_id']).execute();
  await db.schema.createIndex('users_chain').on('users').columns(['first_id', 'ctime', 'user_id']).execute();
  await db.schema.createIndex('users_parent').on('users').column('parent_id').execute();

  await db.schema
    .createTable('user_roles')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('role_id', 'integer', (c) => c.notNull().references('roles.role_id'))
    .addPrimaryKeyConstraint('user_roles_key', ['user_id', 'role_id'])
    .execute();

  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
}
