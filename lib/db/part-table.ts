import type { Kysely } from 'kysely';
import type { Page } from '@/lib/api/fields';
import type { Columns } from './columns';
import { groupedBy } from './grouped';
import type { Paging } from './paginate';
import type { Db, Tx } from './store';
import type { Tables } from './tables';

type Row = Record<string, unknown>;
type AnyTable = Kysely<Record<string, Row>>;

/** Rows that belong to another object, as the parts of it that the API shows, newest first. */
export type PartTable<Part extends { id: number }> = {
  /** The parts of several parents, by the parent's id. */
  ofAll(db: Db, parent_ids: readonly string[]): Promise<Map<string, Part[]>>;
  page(db: Db, parent_id: string, paging: Paging): Promise<Page<Part>>;
  find(db: Db, parent_id: string, id: number): Promise<Part | undefined>;
  insert(tx: Tx, parent_id: string, part: Omit<Part, 'id'>): Promise<Part>;
  update(tx: Tx, part: Part): Promise<void>;
  delete(tx: Tx, id: number): Promise<void>;
};

/** Every table declared here so far, which a test compares with what the migrations made. */
export const declared: { name: string; columns: readonly string[] }[] = [];

/** A table of parts: `columns` says once what each field of a part is in the store, but for `id` and the `parent` column. */
export function partTable<Part extends { id: number }>(
  name: keyof Tables & string,
  parent: string,
  columns: Columns<Omit<Part, 'id'>>,
): PartTable<Part> {
  const fields = Object.entries(columns) as [string, Columns<Row>[string]][];
  // The queries are those of any table; which one it is shows only in its name.
  const of = (db: Db) => db as unknown as AnyTable;
  const toRow = (part: object) =>
    Object.fromEntries(fields.map(([key, column]) => [key, column.write(part[key as never])]));
  const toPart = (row: Row) =>
    ({ id: row.id, ...Object.fromEntries(fields.map(([key, column]) => [key, column.read(row[key])])) }) as Part;
  const all = ['id', parent, ...fields.map(([key]) => key)];
  declared.push({ name, columns: all });
  const newest = (db: Db) => of(db).selectFrom(name).select(all).orderBy('id', 'desc');
  return {
    async ofAll(db, parent_ids) {
      const rows = await newest(db).where(parent, 'in', parent_ids).execute();
      const groups = groupedBy(rows, (row) => String(row[parent]));
      return new Map([...groups].map(([id, some]) => [id, some.map(toPart)]));
    },
    async page(db, parent_id, { page, size }) {
      const counted = of(db)
        .selectFrom(name)
        .select((eb) => eb.fn.countAll<number>().as('n'));
      const row = await counted.where(parent, '=', parent_id).executeTakeFirst();
      const rows = await newest(db)
        .where(parent, '=', parent_id)
        .limit(size)
        .offset((page - 1) * size)
        .execute();
      return { list: rows.map(toPart), total: Number(row?.n ?? 0), page, size };
    },
    async find(db, parent_id, id) {
      const row = await newest(db).where(parent, '=', parent_id).where('id', '=', id).executeTakeFirst();
      return row && toPart(row);
    },
    async insert(tx, parent_id, part) {
      const row = { [parent]: parent_id, ...toRow(part) };
      const { id } = await of(tx).insertInto(name).values(row).returning('id').executeTakeFirstOrThrow();
      return { ...part, id } as Part;
    },
    async update(tx, part) {
      await of(tx).updateTable(name).set(toRow(part)).where('id', '=', part.id).execute();
    },
    async delete(tx, id) {
      await of(tx).deleteFrom(name).where('id', '=', id).execute();
    },
  };
}
