import type { Kysely } from 'kysely';
import { serialKey, serialType } from './frozen/dialect';

/** Records of domains, which of them are answered, and the affairs that bring them into DNS (spec 2.10). */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('schedules')
    .addColumn('domain_id', 'text', (c) => c.primaryKey().references('domains.domain_id').onDelete('cascade'))
    .addColumn('dns_group_type', 'integer', (c) => c.notNull())
    .addColumn('parsing_state', 'integer', (c) => c.notNull())
    .addColumn('affairs_id', 'text', (c) => c.notNull())
    .execute();
  await createRecords(db);
  await createAffairs(db);
}

async function createRecords(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('dns_records')
    .addColumn('id', serialType(db), serialKey(db))
    .addColumn('record_id', 'text', (c) => c.notNull().unique())
    .addColumn('domain_id', 'text', (c) => c.notNull().references('domains.domain_id').onDelete('cascade'))
    .addColumn('associated_id', 'text', (c) => c.notNull())
    .addColumn('domain', 'text', (c) => c.notNull())
    .addColumn('subdomain', 'text', (c) => c.notNull())
    .addColumn('record_type', 'integer', (c) => c.notNull())
    .addColumn('record_line', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('ttl', 'bigint', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('last_status', 'integer', (c) => c.notNull())
    .addColumn('group_type', 'integer', (c) => c.notNull())
    .addColumn('last_group_type', 'integer', (c) => c.notNull())
    .addColumn('switch_state', 'integer', (c) => c.notNull())
    .addColumn('made_of', 'integer', (c) => c.notNull())
    .addColumn('node_id', 'text', (c) => c.notNull())
    .addColumn('wanted', 'integer', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('utime', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('dns_records_domain').on('dns_records').columns(['domain_id', 'id']).execute();
}

async function createAffairs(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('schedule_affairs')
    .addColumn('affairs_id', 'text', (c) => c.primaryKey())
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('root_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('user_name', 'text', (c) => c.notNull())
    .addColumn('status_code', 'integer', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('json_content', 'text', (c) => c.notNull())
    .addColumn('affairs_oper', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('utime', 'bigint', (c) => c.notNull())
    .execute();
  for (const owner of ['oem_id', 'root_id', 'user_id']) {
    await db.schema.createIndex(`schedule_affairs_${owner}`).on('schedule_affairs').columns([owner, 'ctime']).execute();
  }
  await db.schema.createIndex('schedule_affairs_ctime').on('schedule_affairs').column('ctime').execute();
  await db.schema
    .createTable('schedule_affair_domains')
    .addColumn('affairs_id', 'text', (c) => c.notNull().references('schedule_affairs.affairs_id').onDelete('cascade'))
    .addColumn('domain_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('status_code', 'integer', (c) => c.notNull())
    .addColumn('retries', 'integer', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('schedule_affair_domains_key', ['affairs_id', 'domain_id'])
    .execute();
}
