import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';

/** Where the two stores differ, as migrations see it. Nothing in this folder changes once a migration uses it. */

export function isPostgres(db: Kysely<never>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Column type of a number the store hands out. */
export function serialType(db: Kysely<never>) {
  return isPostgres(db) ? ('bigserial' as const) : ('integer' as const);
}

/** A key whose numbers the store hands out, none of them twice, also after the row that had it is gone. */
export function serialKey(db: Kysely<never>) {
  return (column: ColumnDefinitionBuilder) =>
    isPostgres(db) ? column.primaryKey() : column.primaryKey().autoIncrement();
}

/** Makes a table's rows final: the store itself refuses to change or delete them. */
export async function makeAppendOnly(db: Kysely<never>, table: string): Promise<void> {
  const message = `${table} is append-only`;
  if (isPostgres(db)) {
    await sql`
      create or replace function ${sql.ref(`${table}_frozen`)}() returns trigger as $$
      begin raise exception ${sql.lit(message)}; end $$ language plpgsql`.execute(db);
    await sql`
      create trigger ${sql.ref(`${table}_frozen`)} before update or delete on ${sql.table(table)}
      for each row execute function ${sql.ref(`${table}_frozen`)}()`.execute(db);
    return;
  }
  for (const event of ['update', 'delete']) {
    await sql`
      create trigger ${sql.ref(`${table}_no_${event}`)} before ${sql.raw(event)} on ${sql.table(table)}
      begin select raise(abort, ${sql.lit(message)}); end`.execute(db);
  }
}

/**
 * Counting rows by an index alone needs PostgreSQL to know that they are visible to all, which it learns when it vacuums:
 * by default after a fifth of the table was added, here after a hundredth.
 */
export async function keepCountable(db: Kysely<never>, table: string): Promise<void> {
  if (isPostgres(db))
    await sql`alter table ${sql.table(table)} set (autovacuum_vacuum_insert_scale_factor = 0.01)`.execute(db);
}

/**
 * Columns that an index carries so that a search reads the index instead of every row. Entries of PostgreSQL's are at most
 * 2.7 KB, which text may exceed; it reads rows in a process of its own, so nobody else waits for that.
 */
export function carried<C extends string>(db: Kysely<never>, ...columns: C[]): C[] {
  return isPostgres(db) ? [] : columns;
}

/** For rows that a crash may lose: PostgreSQL then neither logs nor syncs their changes. */
export async function makeVolatile(db: Kysely<never>, table: string): Promise<void> {
  if (isPostgres(db)) await sql`alter table ${sql.table(table)} set unlogged`.execute(db);
}

/** Lets rows of an append-only table be deleted, once they are old enough; they still never change. */
export async function makeDeletable(db: Kysely<never>, table: string): Promise<void> {
  if (!isPostgres(db)) {
    await sql`drop trigger ${sql.ref(`${table}_no_delete`)}`.execute(db);
    return;
  }
  await sql`drop trigger ${sql.ref(`${table}_frozen`)} on ${sql.table(table)}`.execute(db);
  await sql`
    create trigger ${sql.ref(`${table}_frozen`)} before update on ${sql.table(table)}
    for each row execute function ${sql.ref(`${table}_frozen`)}()`.execute(db);
}
