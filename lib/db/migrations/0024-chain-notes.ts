import { type Kysely, sql } from 'kysely';
import { isPostgres } from './frozen/dialect';

/** Signed notes beside the chains: broken rows somebody answers for, and where a chain begins once its start was pruned. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('chain_keys')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('chain_notes')
    .addColumn('note_id', 'text', (c) => c.primaryKey())
    .addColumn('chain', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('marks', 'text', (c) => c.notNull())
    .addColumn('signature', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('chain_starts')
    .addColumn('chain', 'text', (c) => c.primaryKey())
    .addColumn('id', 'bigint', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('signature', 'text', (c) => c.notNull())
    .execute();
  const add = (column: string, type: 'bigint' | 'text', initial: number | string) =>
    db.schema
      .alterTable('chain_checks')
      .addColumn(column, type, (c) => c.notNull().defaultTo(initial))
      .execute();
  await add('broken_rows', 'bigint', 0);
  await add('acknowledged_rows', 'bigint', 0);
  await add('breaks', 'text', '{"named":[],"end":null}');
  await sql`delete from chain_checks`.execute(db);
  await allowPruning(db, 'audit_logs', 'operations');
  await allowPruning(db, 'login_records', 'sign_ins');
}

/** Rows up to the signed start of their chain may be deleted; every other change is refused as before. */
async function allowPruning(db: Kysely<never>, table: string, chain: string): Promise<void> {
  const message = sql.lit(`${table} is append-only`);
  const start = sql`coalesce((select id from chain_starts where chain = ${sql.lit(chain)}), 0)`;
  if (isPostgres(db)) {
    await sql`
      create or replace function ${sql.ref(`${table}_frozen`)}() returns trigger as $$
      begin
        if tg_op = 'DELETE' and old.id <= ${start} then return old; end if;
        raise exception ${message};
      end $$ language plpgsql`.execute(db);
    return;
  }
  await sql`drop trigger ${sql.ref(`${table}_no_delete`)}`.execute(db);
  await sql`
    create trigger ${sql.ref(`${table}_no_delete`)} before delete on ${sql.table(table)} when old.id > ${start}
    begin select raise(abort, ${message}); end`.execute(db);
}
