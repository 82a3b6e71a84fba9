import type { Kysely } from 'kysely';

/** What a call of many makes of addresses of a list, and since when. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('ip_sets').addColumn('next_from', 'bigint').execute();
  await db.schema.alterTable('ip_set_ips').addColumn('next_status', 'integer').execute();
  const marked = db.schema.createIndex('ip_set_ips_next').on('ip_set_ips').columns(['ipset_id', 'id']);
  await marked.where('next_status' as never, 'is not', null).execute();
}
