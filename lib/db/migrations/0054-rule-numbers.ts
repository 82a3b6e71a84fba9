import { type Kysely, sql } from 'kysely';
import { isPostgres, serialKey, serialType } from './frozen/dialect';

/**
 * CC and ACL rules take their numbers from one sequence, since an event names a rule by its number alone. It starts beyond
 * every number that a rule of either kind has or had; rules keep theirs.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.createTable('rule_numbers').addColumn('rule_id', serialType(db), serialKey(db)).execute();
  if (!isPostgres(db)) {
    await sql`
      insert into sqlite_sequence (name, seq)
      select 'rule_numbers', coalesce(max(seq), 0) from sqlite_sequence where name in ('cc_rules', 'acl_rules')`.execute(
      db,
    );
    return;
  }
  const last = (table: string) => sql`pg_sequence_last_value(pg_get_serial_sequence(${table}, 'rule_id')::regclass)`;
  await sql`
    select setval(pg_get_serial_sequence('rule_numbers', 'rule_id'), used.last)
    from (select greatest(${last('cc_rules')}, ${last('acl_rules')}) as last) as used where used.last > 0`.execute(db);
}
