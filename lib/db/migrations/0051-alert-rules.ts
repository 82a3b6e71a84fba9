import type { Kysely } from 'kysely';
import { serialKey, serialType } from './frozen/dialect';

/** Rules that raise alerts: for one domain, with which they end, or for all of an account. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('alert_rules')
    .addColumn('id', serialType(db), serialKey(db))
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('root_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('domain_id', 'text', (c) => c.references('domains.domain_id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('policy_type', 'text', (c) => c.notNull())
    .addColumn('metric', 'text', (c) => c.notNull())
    .addColumn('comparison', 'text', (c) => c.notNull())
    .addColumn('threshold', 'text', (c) => c.notNull())
    .addColumn('deviations', 'text', (c) => c.notNull())
    .addColumn('baseline_days', 'integer', (c) => c.notNull())
    .addColumn('window_minutes', 'integer', (c) => c.notNull())
    .addColumn('min_volume', 'bigint', (c) => c.notNull())
    .addColumn('quiet_minutes', 'integer', (c) => c.notNull())
    .addColumn('schedule', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('judged_until', 'bigint', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('utime', 'bigint', (c) => c.notNull())
    .execute();
  for (const by of ['oem_id', 'root_id', 'user_id', 'domain_id']) {
    await db.schema.createIndex(`alert_rules_${by}`).on('alert_rules').columns([by, 'id']).execute();
  }
}
