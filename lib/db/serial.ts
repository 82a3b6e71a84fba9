import { sql } from 'kysely';
import { isPostgres } from './dialect';
import type { Db } from './store';

/** The last number that the store handed out for a key, 0 before the first; also of a row that is gone. */
export async function lastSerial(db: Db, table: string, column: string): Promise<number> {
  const query = isPostgres(db)
    ? sql<{ last: number | null }>`
        select pg_sequence_last_value(pg_get_serial_sequence(${table}, ${column})::regclass) as last`
    : sql<{ last: number | null }>`select seq as last from sqlite_sequence where name = ${table}`;
  const { rows } = await query.execute(db);
  return rows[0]?.last ?? 0;
}

/** New rows get numbers that neither a row has nor one up to `last` ever had. */
export async function continueSerial(db: Db, table: string, column: string, last: number): Promise<void> {
  const highest = sql`coalesce(max(${sql.ref(column)}), 0)`;
  if (isPostgres(db)) {
    const next = sql`greatest(${highest}, ${last}::bigint)`;
    await sql`
      select setval(pg_get_serial_sequence(${table}, ${column}), ${next})
      from ${sql.table(table)} having ${next} > 0`.execute(db);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
  await sql`
    insert into sqlite_sequence (name, seq)
    select ${table}, max(${highest}, ${last}) from ${sql.table(table)}`.execute(db);
}
