import { type InsertQueryBuilder, type InsertResult, sql } from 'kysely';
import { type Types, tableOfList } from './dialect';
import type { Db } from './store';
import type { Tables } from './tables';

/** Begins to insert the records of a list, which is written as JSON: one statement, whatever their number. */
export function insertList<T extends keyof Tables>(
  db: Db,
  table: T,
  columns: Types,
  list: string,
): InsertQueryBuilder<Tables, T, InsertResult> {
  const names = Object.keys(columns) as never[];
  const records = db.selectFrom(tableOfList(db, columns, list) as never).select(names);
  // Without a condition SQLite would read a conflict that follows as that of a join.
  return db
    .insertInto(table)
    .columns(names)
    .expression(records.where(sql<boolean>`true`) as never);
}
