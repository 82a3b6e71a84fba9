import type { Kysely } from 'kysely';
import { serialKey, serialType } from './frozen/dialect';

/** Where alerts are sent, and the channels of each rule. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('alert_channels')
    .addColumn('id', serialType(db), serialKey(db))
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('root_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('has_secret', 'integer', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('sent', 'bigint', (c) => c.notNull())
    .addColumn('failed', 'bigint', (c) => c.notNull())
    .addColumn('dropped', 'bigint', (c) => c.notNull())
    .addColumn('last_outcome', 'text', (c) => c.notNull())
    .addColumn('last_time', 'bigint', (c) => c.notNull())
    .addColumn('last_error', 'text', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('utime', 'bigint', (c) => c.notNull())
    .execute();
  for (const owner of ['oem_id', 'root_id', 'user_id']) {
    await db.schema.createIndex(`alert_channels_${owner}`).on('alert_channels').columns([owner, 'id']).execute();
  }
  await db.schema
    .alterTable('alert_rules')
    .addColumn('channel_ids', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
}
