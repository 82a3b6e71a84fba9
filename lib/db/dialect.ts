import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import { derived } from './slot';

/** The few places where the two stores differ (DESIGN 6). */

/** A database or transaction of whatever tables: only its engine is asked for. */
type AnyDb = Pick<Kysely<unknown>, 'getExecutor'>;

export function isPostgres(db: AnyDb): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** The store's own clock in Unix milliseconds, the same for every process on it. */
export function storeNow(db: AnyDb): RawBuilder<number> {
  return isPostgres(db)
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
}

/** Locks the rows a transaction read until it ends. SQLite's single writer holds the whole store already. */
export function forUpdate(db: AnyDb): RawBuilder<unknown> {
  return isPostgres(db) ? sql`for update` : sql``;
}

/**
 * The same, while rows that refer to these may still be added. Those hold their reference until they commit, and who
 * adds them without a pause would keep `forUpdate` waiting for ever.
 */
export function forChange(db: AnyDb): RawBuilder<unknown> {
  return isPostgres(db) ? sql`for no key update` : sql``;
}

/** Keeps the rows a transaction read from changing until it ends; others may do the same. */
export function forShare(db: AnyDb): RawBuilder<unknown> {
  return isPostgres(db) ? sql`for share` : sql``;
}

/** Where a text has a character first, from 1; 0 where it has none. */
export function positionOf(db: AnyDb, character: string, column: string): RawBuilder<number> {
  const [text, part] = [sql.ref(column), sql.lit(character)];
  return isPostgres(db) ? sql<number>`strpos(${text}, ${part})` : sql<number>`instr(${text}, ${part})`;
}

/** What a text has before its first colon; all of it where it has none. */
export function beforeColon(db: AnyDb, column: string): RawBuilder<string> {
  const text = sql.ref(column);
  return isPostgres(db)
    ? sql<string>`split_part(${text}, ':', 1)`
    : sql<string>`substr(${text}, 1, instr(${text} || ':', ':') - 1)`;
}

/** A text within a column of JSON, by its key. */
export function jsonText(db: AnyDb, column: string, key: string): RawBuilder<string> {
  const [json, name] = [sql.ref(column), sql.lit(key)];
  return isPostgres(db) ? sql<string>`(${json}::jsonb ->> ${name})` : sql<string>`(${json} ->> ${name})`;
}

/** Of the rows of a subquery one JSON object, as text: what the first column names, the second says. */
export function jsonObject(db: AnyDb, key: string, value: string): RawBuilder<string> {
  const [name, text] = [sql.ref(key), sql.ref(value)];
  return isPostgres(db)
    ? sql<string>`json_object_agg(${name}, ${text})::text`
    : sql<string>`json_group_object(${name}, ${text})`;
}

/** Of the rows of a subquery one list in their order, as JSON. */
export function jsonList(db: AnyDb, column: string): RawBuilder<string> {
  const value = sql.ref(column);
  return isPostgres(db) ? sql<string>`json_agg(${value})::text` : sql<string>`json_group_array(${value})`;
}

/** Texts as the rows of a query, however many: a statement has room for some tens of thousands of parameters only. */
export function rowsOf(db: AnyDb, texts: readonly string[]): RawBuilder<string> {
  return rowsOfList(db, JSON.stringify(texts));
}

/** Values of a list, which is written as JSON, as the rows of a query; see `rowsOf`. */
export function rowsOfList(db: AnyDb, list: string): RawBuilder<string> {
  return isPostgres(db)
    ? sql<string>`(select jsonb_array_elements_text(${list}::jsonb))`
    : sql<string>`(select value from json_each(${list}))`;
}

/** Numbers as the rows of a query, however many; see `rowsOf`. */
export function numbersOf(db: AnyDb, numbers: readonly number[]): RawBuilder<number> {
  const list = JSON.stringify(numbers);
  return isPostgres(db)
    ? sql<number>`(select jsonb_array_elements_text(${list}::jsonb)::bigint)`
    : sql<number>`(select value from json_each(${list}))`;
}

/**
 * Whether a column has one of the values of a list, which is written as JSON: one short statement, whatever their number. Each is
 * looked up in the column's index.
 */
export function isOneOf(db: AnyDb, column: string, type: 'text' | 'bigint', list: string): RawBuilder<boolean> {
  const [ref, array] = [sql.ref(column), sql.raw(type)];
  return isPostgres(db)
    ? sql<boolean>`${ref} = any(array(select jsonb_array_elements_text(${list}::jsonb)::${array}))`
    : sql<boolean>`${ref} in ${rowsOfList(db, list)}`;
}

/** Types of the columns that records have. */
export type Types<T = Record<string, unknown>> = { readonly [K in keyof T]: 'text' | 'integer' | 'bigint' };

/** Records as a table to select from, however many, in their order: one short statement, whatever their number. */
export function tableOf<T extends Record<string, string | number>>(
  db: AnyDb,
  types: Types<T>,
  records: readonly T[],
): RawBuilder<T> {
  return tableOfList(db, types, JSON.stringify(records));
}

/** Records of a list, which is written as JSON; see `tableOf`. */
export function tableOfList<T extends Record<string, string | number>>(
  db: AnyDb,
  types: Types<T>,
  list: string,
): RawBuilder<T> {
  const columns = Object.entries(types).map(([name, type]) => ({
    name: sql.ref(name),
    key: sql.lit(name),
    type: sql.raw(type),
  }));
  if (isPostgres(db)) {
    const declared = sql.join(columns.map(({ name, type }) => sql`${name} ${type}`));
    return sql<T>`jsonb_to_recordset(${list}::jsonb) as records (${declared})`;
  }
  const read = sql.join(columns.map(({ name, key }) => sql`value ->> ${key} as ${name}`));
  return sql<T>`(select ${read} from json_each(${list}) order by id) as records`;
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

/** A rule of the store that a commit found broken: what was written did not fit, and will not fit later. */
export function isConstraintViolation(error: unknown): boolean {
  return codeOf(error).startsWith('23');
}

/** Serialisation failure or deadlock: the transaction did nothing and may be tried again. */
export function isRetryable(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

/** A statement waited longer for a lock than it may. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** What was asked of the store is lost, and not for a reason of its own; `cause` says why. */
export class StoreFailure extends Error {
  override name = 'StoreFailure';
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // No descriptor is left for a connection.
  'EMFILE',
  'ENFILE',
]);

/** What the driver says of connections, without a code. */
const BROKEN_CONNECTION =
  /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|timeout expired/;

/** The store cannot serve now (disk full, connection lost): the caller gets 503, not 500. */
export function isStoreDown(error: unknown): boolean {
  const code = codeOf(error);
  return (
    error instanceof StoreFailure ||
    /^SQLITE_(FULL|IOERR|BUSY|CANTOPEN|READONLY|CORRUPT|NOTADB|INTERRUPT)/.test(code) ||
    // 57014: a statement waited too long, for instance for a table that somebody else's transaction holds; 25006: what was the
    // primary before a failover takes no writes any more.
    /^(08|53|57P|57014|58|25P03|25006)/.test(code) ||
    UNREACHABLE.has(code) ||
    (error instanceof Error && BROKEN_CONNECTION.test(error.message))
  );
}

const LIKE_SPECIAL = /[\\%_]/g;

/**
 * Case-insensitive substring test on a search column (see `searchText`); `%`, `_` and `\` are plain characters.
 */
export function contains(column: string, keyword: string): RawBuilder<boolean> {
  const pattern = derived(keyword, (text) => `%${foldCase(text).replace(LIKE_SPECIAL, '\\$&')}%`);
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}

/** What a row's search column holds: folding happens here, because SQLite folds ASCII only. */
export function searchText(...values: (string | null | undefined)[]): string {
  return foldCase(values.filter(Boolean).join('\n'));
}

export function foldCase(value: string): string {
  return value.normalize('NFKC').toLowerCase();
}
