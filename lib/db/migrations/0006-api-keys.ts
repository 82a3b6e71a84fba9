import { type Kysely, sql } from 'kysely';
import { makeAppendOnly, makeVolatile, serialType } from './frozen/dialect';
import { reusedSerialKey } from './frozen/reused-serial';

/** Machine credentials and what was done with them (spec 2.2). */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('api_keys')
    .addColumn('key_id', 'text', (c) => c.primaryKey())
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('root_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('prefix', 'text', (c) => c.notNull().unique())
    .addColumn('secret_hash', 'text', (c) => c.notNull())
    .addColumn('last4', 'text', (c) => c.notNull())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('allowed_ip_cidrs', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('last_used_ip', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('api_keys_oem').on('api_keys').columns(['oem_id', 'ctime', 'key_id']).execute();
  await db.schema.createIndex('api_keys_user').on('api_keys').columns(['user_id', 'ctime', 'key_id']).execute();

  // No reference to the key: what was done stays when its holder is deleted.
  await db.schema
    .createTable('api_key_logs')
    .addColumn('id', serialType(db), reusedSerialKey)
    .addColumn('event_type', 'text', (c) => c.notNull())
    .addColumn('key_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('auth_mode', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('status_code', 'integer', (c) => c.notNull())
    .addColumn('biz_code', 'integer', (c) => c.notNull())
    .addColumn('client_ip', 'text', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('extra', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('api_key_logs_key')
    .on('api_key_logs')
    .columns(['key_id', 'event_type', 'ctime', 'id'])
    .execute();
  // Only management rows are read by person or brand, so only they pay for these.
  for (const owner of ['user_id', 'oem_id'] as const) {
    await db.schema
      .createIndex(`api_key_logs_${owner}`)
      .on('api_key_logs')
      .columns([owner, 'ctime', 'id'])
      .where(sql<boolean>`event_type = 'manage'`)
      .execute();
  }
  await makeAppendOnly(db, 'api_key_logs');

  // How much of its rate each key has used, for processes that share a store.
  await db.schema
    .createTable('api_key_rates')
    .addColumn('key_id', 'text', (c) => c.primaryKey())
    .addColumn('tat', 'bigint', (c) => c.notNull())
    .execute();
  await makeVolatile(db, 'api_key_rates');
}
