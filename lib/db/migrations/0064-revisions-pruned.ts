import { type Kysely, sql } from 'kysely';
import { isPostgres } from './frozen/dialect';

/**
 * Revisions whose audit row was pruned may be deleted, but for the last one of an object that there is; every other change
 * is refused as before. `revisions_id` is the audit row up to which that was done.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.createIndex('revisions_audit').on('revisions').column('audit_id').execute();
  await db.schema
    .alterTable('chain_starts')
    .addColumn('revisions_id', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  const refusal = sql.lit('revisions is append-only');
  const isNeeded = sql`old.audit_id > coalesce((select id from chain_starts where chain = 'operations'), 0)
    or old.after <> 'null' and not exists (
      select 1 from revisions r
      where r.object_type = old.object_type and r.object_id = old.object_id and r.revision > old.revision)`;
  if (isPostgres(db)) {
    await sql`
      create or replace function revisions_frozen() returns trigger as $$
      begin
        if tg_op = 'DELETE' and not (${isNeeded}) then return old; end if;
        raise exception ${refusal};
      end $$ language plpgsql`.execute(db);
    return;
  }
  await sql`drop trigger revisions_no_delete`.execute(db);
  await sql`
    create trigger revisions_no_delete before delete on revisions when ${isNeeded}
    begin select raise(abort, ${refusal}); end`.execute(db);
}
