import { type Kysely, sql } from 'kysely';
import { isPostgres } from './frozen/dialect';

type Serial = readonly [table: string, column: string, type?: string];

/** The keys that the store numbers, with the type under which revisions and audit rows name them, if any do. */
const SERIAL: readonly Serial[] = [
  ['login_records', 'id'],
  ['outbox', 'id'],
  ['domain_nodes', 'id'],
  ['origin_groups', 'group_id'],
  ['api_key_logs', 'id'],
  ['certificates', 'id', 'cert'],
  ['certificate_bindings', 'id'],
  ['brute_force_rules', 'id', 'brute_force_rule'],
  ['domain_decisions', 'id'],
];

/** Tables whose rows refer to one of those, and go with its rows. */
const CHILDREN: Record<string, readonly string[]> = {
  origin_groups: ['origin_group_nodes', 'origin_group_sources'],
  certificates: ['certificate_bindings'],
};

/**
 * No id is ever given twice: the embedded store gave that of a deleted row to the next, which then continued the deleted
 * one's history. Counting goes on above the highest id that a row has or a record names.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (!isPostgres(db)) await makePermanent(db);
  for (const [table, column, type] of SERIAL) {
    const named = type === undefined ? 0 : await highestNamed(db, type);
    await (isPostgres(db) ? continuePostgres : continueSqlite)(db, table, column, named);
  }
}

/** Refused requests name whatever their caller wrote, so only records of what was done count. */
async function highestNamed(db: Kysely<never>, type: string): Promise<number> {
  const isNumber = (column: string) =>
    isPostgres(db)
      ? sql`${sql.ref(column)} ~ '^[0-9]{1,15}$'`
      : sql`length(${sql.ref(column)}) between 1 and 15 and ${sql.ref(column)} not glob '*[^0-9]*'`;
  const highest = async (table: string, column: string, condition: ReturnType<typeof isNumber>) => {
    const value = sql`case when ${isNumber(column)} then cast(${sql.ref(column)} as bigint) end`;
    const query = sql<{
      last: number | null;
    }>`select max(${value}) as last from ${sql.table(table)} where ${condition}`;
    const { rows } = await query.execute(db);
    return Number(rows[0]?.last ?? 0);
  };
  return Math.max(
    await highest('revisions', 'object_id', sql`object_type = ${type}`),
    await highest('audit_logs', 'resource_id', sql`resource_type = ${type} and status = 1`),
  );
}

async function continuePostgres(db: Kysely<never>, table: string, column: string, named: number): Promise<void> {
  const sequence = sql`pg_get_serial_sequence(${table}, ${column})`;
  await sql`
    select setval(${sequence}, ${named}::bigint)
    where ${named}::bigint > coalesce(pg_sequence_last_value(${sequence}::regclass), 0)`.execute(db);
}

async function continueSqlite(db: Kysely<never>, table: string, column: string, named: number): Promise<void> {
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
  await sql`
    insert into sqlite_sequence (name, seq)
    select ${table}, max(coalesce(max(${sql.ref(column)}), 0), ${named}) from ${sql.table(table)}`.execute(db);
}

type Part = { type: string; name: string; sql: string };

/** SQLite cannot change a key, so the tables are made anew. What refers to one is put aside: dropping it deletes that. */
async function makePermanent(db: Kysely<never>): Promise<void> {
  const children = Object.values(CHILDREN).flat();
  for (const [table] of SERIAL) {
    if (children.includes(table)) continue;
    const aside = await Promise.all((CHILDREN[table] ?? []).map((child) => partsOf(db, child)));
    for (const parts of aside) await putAside(db, parts);
    await rebuild(db, await partsOf(db, table));
    for (const parts of aside) await fill(db, parts);
  }
}

async function partsOf(db: Kysely<never>, table: string): Promise<Part[]> {
  const parts = sql<Part>`
    select type, name, sql from sqlite_master where tbl_name = ${table} and sql is not null
    order by type <> 'table'`;
  return (await parts.execute(db)).rows;
}

const keptName = (table: string) => `${table}_kept`;

/** Rows without their references, which a copy does not have. */
async function putAside(db: Kysely<never>, [table]: Part[]): Promise<void> {
  const name = table?.name ?? '';
  await sql`create table ${sql.table(keptName(name))} as select * from ${sql.table(name)}`.execute(db);
  await sql`drop table ${sql.table(name)}`.execute(db);
}

async function rebuild(db: Kysely<never>, parts: Part[]): Promise<void> {
  await putAside(db, parts);
  await fill(db, parts);
}

async function fill(db: Kysely<never>, parts: Part[]): Promise<void> {
  const [table, ...others] = parts;
  const name = table?.name ?? '';
  const key = SERIAL.find(([serial]) => serial === name)?.[1];
  const statement = table?.sql.replace(`"${key}" integer primary key`, '$& autoincrement') ?? '';
  await sql.raw(statement).execute(db);
  await sql`insert into ${sql.table(name)} select * from ${sql.table(keptName(name))}`.execute(db);
  await sql`drop table ${sql.table(keptName(name))}`.execute(db);
  for (const part of others) await sql.raw(part.sql).execute(db);
}
