import type { Kysely } from 'kysely';
import { serialKey, serialType } from './frozen/dialect';

/** Port forwards of domains (spec 2.9). */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('forwards')
    .addColumn('id', serialType(db), serialKey(db))
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('root_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('domain_id', 'text', (c) => c.notNull().references('domains.domain_id').onDelete('cascade'))
    .addColumn('schema', 'integer', (c) => c.notNull())
    .addColumn('port', 'integer', (c) => c.notNull())
    .addColumn('node_ipaddrs', 'text', (c) => c.notNull())
    .addColumn('describe', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('src_setting', 'text', (c) => c.notNull())
    .addColumn('adv_settings', 'text', (c) => c.notNull())
    .addColumn('node_setting', 'text', (c) => c.notNull())
    .addColumn('dev_setting', 'text', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('utime', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('forwards_port')
    .on('forwards')
    .columns(['domain_id', 'schema', 'port'])
    .unique()
    .execute();
  for (const owner of ['oem_id', 'root_id', 'user_id']) {
    await db.schema.createIndex(`forwards_${owner}`).on('forwards').columns([owner, 'id']).execute();
  }
}
