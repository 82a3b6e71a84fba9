import type { Kysely } from 'kysely';

/** Sign-ins in vain by network: an IPv6 caller has a whole /64 of addresses, which login records name one by one. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('sign_in_failures')
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('user_key', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .execute();
  const columns = ['network', 'ctime', 'oem_id', 'user_key'];
  await db.schema.createIndex('sign_in_failures_network').on('sign_in_failures').columns(columns).execute();
  await db.schema.createIndex('sign_in_failures_time').on('sign_in_failures').column('ctime').execute();
}
