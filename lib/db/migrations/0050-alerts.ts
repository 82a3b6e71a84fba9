import type { Kysely } from 'kysely';
import { carried, serialKey, serialType } from './frozen/dialect';

/** Alerts (spec 2.12). They are kept when the rule or the domain is deleted, and go with the owner of the domain. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('alerts')
    .addColumn('id', serialType(db), serialKey(db))
    .addColumn('uuid', 'text', (c) => c.notNull().unique())
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('root_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('rule_id', 'bigint', (c) => c.notNull())
    .addColumn('policy_type', 'text', (c) => c.notNull())
    .addColumn('domain_id', 'text', (c) => c.notNull())
    .addColumn('domain', 'text', (c) => c.notNull())
    .addColumn('facts', 'text', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('last_update_timestamp', 'bigint', (c) => c.notNull())
    .addColumn('process_uid', 'text', (c) => c.notNull())
    .addColumn('process_time', 'bigint', (c) => c.notNull())
    .execute();
  for (const owner of ['oem_id', 'root_id', 'user_id']) {
    const columns = [owner, 'id', 'status', ...carried(db, 'search')];
    await db.schema.createIndex(`alerts_${owner}`).on('alerts').columns(columns).execute();
  }
  await db.schema.createIndex('alerts_domain').on('alerts').columns(['domain_id', 'id']).execute();
  await db.schema.createIndex('alerts_ctime').on('alerts').column('ctime').execute();
  // What a rule found last, by domain.
  await db.schema.createIndex('alerts_rule').on('alerts').columns(['rule_id', 'domain_id', 'seen_at']).execute();
}
