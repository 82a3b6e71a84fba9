import { sql } from 'kysely';
import { isPostgres } from './dialect';
import type { Db } from './store';

/** A table as the store itself describes it. */
export type StoredTable = {
  name: string;
  /** In their order, with types in lower case. */
  columns: readonly { name: string; type: string }[];
  /** Columns of the primary key, in its order. */
  key: readonly string[];
  /** Tables its rows refer to. */
  references: readonly string[];
  /** The column whose numbers the store hands out, none of them twice. */
  serial: string | null;
};

/** Where the migrations note what they did. */
const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock'];

const ofPostgres = sql<{ facts: string }>`
  select json_build_object(
    'name', c.relname,
    'columns', (
      select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
    'key', coalesce((
      select json_agg(a.attname order by k.place)
      from pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary), '[]'),
    'references', coalesce((
      select json_agg(distinct f.relname)
      from pg_constraint r join pg_class f on f.oid = r.confrelid where r.conrelid = c.oid and r.contype = 'f'), '[]'),
    'serial', (
      select a.attname from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null
      limit 1)
  )::text as facts
  from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
  order by c.relname`;

const ofSqlite = sql<{ facts: string }>`
  select json_object(
    'name', t.name,
    'columns', json((select json_group_array(json_object('name', name, 'type', lower(type))) from pragma_table_info(t.name))),
    'key', json((
      select json_group_array(name) from (select name from pragma_table_info(t.name) where pk > 0 order by pk))),
    'references', json((
      select json_group_array("table") from (select distinct "table" from pragma_foreign_key_list(t.name)))),
    'serial', (select name from pragma_table_info(t.name) where pk > 0 and t.sql like '%autoincrement%')
  ) as facts
  from sqlite_master t
  where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
  order by t.name`;

/** Every table of the store but those of the migrations themselves, by name. */
export async function tablesOf(db: Db): Promise<StoredTable[]> {
  const { rows } = await (isPostgres(db) ? ofPostgres : ofSqlite).execute(db);
  const tables = rows.map(({ facts }) => JSON.parse(facts) as StoredTable);
  return tables.filter(({ name }) => !MIGRATION_TABLES.includes(name));
}

/** The tables so ordered that each comes after those it refers to. */
export function inOrderOfReference<T extends Pick<StoredTable, 'name' | 'references'>>(tables: readonly T[]): T[] {
  const ordered = new Set<T>();
  const visit = (table: T, above: readonly T[]) => {
    if (ordered.has(table) || above.includes(table)) return;
    for (const other of tables) {
      if (table.references.includes(other.name)) visit(other, [...above, table]);
    }
    ordered.add(table);
  };
  for (const table of tables) visit(table, []);
  return [...ordered];
}
