import { type Kysely, sql } from 'kysely';

const UNLINKED = '0'.repeat(64);

/**
 * Sign-ins get a hash chain as operations have one; rows written before keep their place outside it. Both chains are
 * checked in the background, which remembers how far it came.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('chain_heads')
    .addColumn('chain', 'text', (c) => c.primaryKey())
    .addColumn('first_id', 'bigint', (c) => c.notNull())
    .addColumn('id', 'bigint', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();
  await sql`insert into chain_heads (chain, first_id, id, hash) select 'operations', 1, id, hash from audit_head`.execute(
    db,
  );
  await db.schema.dropTable('audit_head').execute();
  for (const column of ['prev_hash', 'hash']) {
    await db.schema
      .alterTable('login_records')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  }
  await sql`
    insert into chain_heads (chain, first_id, id, hash)
    select 'sign_ins', last + 1, last, ${sql.lit(UNLINKED)} from (select max(id) as last from login_records) as known
    where last is not null`.execute(db);

  await db.schema
    .createTable('chain_checks')
    .addColumn('chain', 'text', (c) => c.primaryKey())
    .addColumn('verified_id', 'bigint', (c) => c.notNull())
    .addColumn('verified_hash', 'text', (c) => c.notNull())
    .addColumn('verified_at', 'bigint', (c) => c.notNull())
    .addColumn('broken_id', 'bigint', (c) => c.notNull())
    .addColumn('begun_at', 'bigint', (c) => c.notNull())
    .addColumn('lease_until', 'bigint', (c) => c.notNull())
    .execute();

  // What an overview of a time range counts stands in the index, so that it reads no rows.
  const counted = ['ctime', 'id', 'status', 'actor_type', 'action'];
  const renew = async (name: string, columns: string[]) => {
    await db.schema.dropIndex(name).execute();
    await db.schema.createIndex(name).on('audit_logs').columns(columns).execute();
  };
  await renew('audit_logs_time', counted);
  await renew('audit_logs_oem', ['oem_id', ...counted]);
}
