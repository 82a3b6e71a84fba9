import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/** The few places where the two stores differ (DESIGN 6). */

export function isPostgres(db: Kysely<never>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Column type of a number the store hands out. */
export function serialType(db: Kysely<never>) {
  return isPostgres(db) ? ('bigserial' as const) : ('integer' as const);
}

export const serialKey = (column: ColumnDefinitionBuilder) => column.primaryKey();

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

/** The store's own clock in Unix milliseconds, the same for every process on it. */
export function storeNow(db: Kysely<never>): RawBuilder<number> {
  return isPostgres(db)
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
}

/** Locks the rows a transaction read until it ends. SQLite's single writer holds the whole store already. */
export function forUpdate(db: Kysely<never>): RawBuilder<unknown> {
  return isPostgres(db) ? sql`for update` : sql``;
}

/**
 * The same, while rows that refer to these may still be added. Those hold their reference until they commit, and who
 * adds them without a pause would keep `forUpdate` waiting for ever.
 */
export function forChange(db: Kysely<never>): RawBuilder<unknown> {
  return isPostgres(db) ? sql`for no key update` : sql``;
}

/** Keeps the rows a transaction read from changing until it ends; others may do the same. */
export function forShare(db: Kysely<never>): RawBuilder<unknown> {
  return isPostgres(db) ? sql`for share` : sql``;
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

export function isUniqueViolation(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(codeOf(error));
}

export function isForeignKeyViolation(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'].includes(codeOf(error));
}

/** Serialisation failure or deadlock: the transaction did nothing and may be tried again. */
export function isRetryable(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

/** The store cannot serve now (disk full, connection lost): the caller gets 503, not 500. */
export function isStoreDown(error: unknown): boolean {
  const code = codeOf(error);
  return (
    /^SQLITE_(FULL|IOERR|BUSY|CANTOPEN|READONLY|CORRUPT|NOTADB|INTERRUPT)/.test(code) ||
    /^(08|53|57P|58)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'].includes(code) ||
    (error instanceof Error && /Connection terminated|timeout exceeded when trying to connect/.test(error.message))
  );
}

const LIKE_SPECIAL = /[\\%_]/g;

/**
 * Case-insensitive substring test on a search column (see `searchText`); `%`, `_` and `\` are plain characters.
 */
export function contains(column: string, keyword: string): RawBuilder<boolean> {
  const pattern = `%${foldCase(keyword).replace(LIKE_SPECIAL, '\\$&')}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}

/** What a row's search column holds: folding happens here, because SQLite folds ASCII only. */
export function searchText(...values: (string | null | undefined)[]): string {
  return foldCase(values.filter(Boolean).join('\n'));
}

export function foldCase(value: string): string {
  return value.normalize('NFKC').toLowerCase();
}
