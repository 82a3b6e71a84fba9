import type { Kysely } from 'kysely';
import { serialKey, serialType } from './frozen/dialect';

/**
 * Black and white lists (spec 2.8). The addresses of one have places, counted from 1 and none used twice, and each run of places is a
 * part, which says how many it still has: a page is found by parts, and delivery renders those that changed. Addresses and
 * parts of a deleted list are taken away by a job, so they refer to nothing.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('ip_sets')
    .addColumn('id', serialType(db), serialKey(db))
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('root_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('policy_id', 'text', (c) => c.references('policies.policy_id').onDelete('set null'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('describe', 'text', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .addColumn('ip_set_type', 'integer', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('enable_count', 'bigint', (c) => c.notNull())
    .addColumn('unable_count', 'bigint', (c) => c.notNull())
    .addColumn('last_place', 'bigint', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('utime', 'bigint', (c) => c.notNull())
    .execute();
  for (const owner of ['oem', 'root', 'user']) {
    const index = db.schema.createIndex(`ip_sets_${owner}`).on('ip_sets');
    await index.columns([`${owner}_id`, 'ctime', 'id']).execute();
  }
  await db.schema.createIndex('ip_sets_policy').on('ip_sets').columns(['policy_id', 'id']).execute();

  await db.schema
    .createTable('ip_set_ips')
    .addColumn('id', serialType(db), serialKey(db))
    .addColumn('ipset_id', 'bigint', (c) => c.notNull())
    .addColumn('place', 'bigint', (c) => c.notNull())
    .addColumn('ip_addr', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('utime', 'bigint', (c) => c.notNull())
    .execute();
  const places = db.schema.createIndex('ip_set_ips_place').on('ip_set_ips').columns(['ipset_id', 'place']);
  await places.unique().execute();
  const addresses = db.schema.createIndex('ip_set_ips_addr').on('ip_set_ips').columns(['ip_addr', 'ipset_id']);
  await addresses.unique().execute();

  await db.schema
    .createTable('ip_set_parts')
    .addColumn('ipset_id', 'bigint', (c) => c.notNull())
    .addColumn('part', 'bigint', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('ip_set_parts_key', ['ipset_id', 'part'])
    .execute();
}
