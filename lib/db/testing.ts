import { sql } from 'kysely';
import { expect } from 'vitest';
import { type StoredTable, tablesOf } from './catalogue';
import { isPostgres } from './dialect';
import type { Db, Store } from './store';

/** The tables whose keys the store numbers. */
export const serialTables = async (db: Db) => (await tablesOf(db)).filter(({ serial }) => serial !== null);

let filler = 0;

/** Adds a row of no meaning; answers the number it got. */
async function insertAny(db: Db, { name, columns, serial }: StoredTable): Promise<number> {
  filler += 1;
  const others = columns.filter((column) => column.name !== serial);
  const row = Object.fromEntries(others.map(({ name, type }) => [name, type === 'text' ? `t${filler}` : filler]));
  const into = db as unknown as import('kysely').Kysely<Record<string, Record<string, unknown>>>;
  const insert = into.insertInto(name);
  const filled = others.length > 0 ? insert.values(row) : insert.defaultValues();
  return Number((await filled.returning(`${serial} as id`).executeTakeFirstOrThrow()).id);
}

/** Runs `work` where neither references nor rules of tables are asked for. */
function withoutRules(store: Store, work: (db: Db) => Promise<void>): Promise<void> {
  return store.writer.connection().execute(async (db) => {
    if (isPostgres(db)) await sql`set session_replication_role = replica`.execute(db);
    else {
      await sql`pragma foreign_keys = off`.execute(db);
      const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(db);
      for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db);
    }
    await work(db);
  });
}

/**
 * Empties every table whose keys the store numbers, adds rows, deletes the last or all of them, and adds others, none of which stay: no
 * number is given again, nor one up to what `lastOf` says was given before. The store serves nothing afterwards.
 */
export async function expectNewIds(store: Store, lastOf: (table: string) => number = () => 0): Promise<void> {
  await withoutRules(store, async (db) => {
    for (const table of await serialTables(db)) {
      const remove = (id?: number) => {
        const all = sql`delete from ${sql.table(table.name)}`;
        return (id === undefined ? all : sql`${all} where ${sql.ref(table.serial ?? '')} = ${id}`).execute(db);
      };
      await remove();
      const first = await insertAny(db, table);
      expect(first, table.name).toBeGreaterThan(lastOf(table.name));
      const second = await insertAny(db, table);
      await remove(second);
      const third = await insertAny(db, table);
      await remove();
      const fourth = await insertAny(db, table);
      await remove();
      const ids = [first, second, third, fourth];
      expect(ids, table.name).toEqual([...new Set(ids)].sort((a, b) => a - b));
    }
  });
}
