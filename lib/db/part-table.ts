import { type Kysely, sql } from 'kysely';
import type { Page } from '@/lib/api/fields';
import type { Columns } from './columns';
import { isOneOf, searchText } from './dialect';
import { groupedBy } from './grouped';
import type { Paging } from './paginate';
import { prepared } from './prepared';
import type { Db, Tx } from './store';
import type { Tables } from './tables';

type Row = Record<string, unknown>;
type AnyTable = Kysely<Record<string, Row>>;

/** What the parts of a parent are together, as they are stored. */
export type PartsSize = { parts: number; characters: number };

/** Rows that belong to another object, as the parts of it that the API shows, newest first; `key` numbers them. */
export type PartTable<Part extends Record<Key, number>, Key extends string = 'id'> = {
  key: Key;
  /** The parts of several parents, by the parent's id. */
  ofAll(db: Db, parent_ids: readonly string[]): Promise<Map<string, Part[]>>;
  /** Those with these numbers, whose parents the caller has found already, newest first. */
  numbered(db: Db, ids: readonly number[]): Promise<Part[]>;
  page(db: Db, parent_id: string, paging: Paging): Promise<Page<Part>>;
  find(db: Db, parent_id: string, id: number): Promise<Part | undefined>;
  /** How many parts a parent has, and how much text they are. */
  measure(db: Db, parent_id: string): Promise<PartsSize>;
  insert(tx: Tx, parent_id: string, part: Omit<Part, Key>): Promise<Part>;
  update(tx: Tx, part: Part): Promise<void>;
  /** Gives a part to another parent; it keeps its number. */
  move(tx: Tx, id: number, parent_id: string): Promise<void>;
  delete(tx: Tx, id: number): Promise<void>;
};

/** Every table declared here so far, which a test compares with what the migrations made. */
export const declared: { name: string; columns: readonly string[] }[] = [];

/**
 * A table of parts: `columns` says once what each field of a part is in the store, but for `key` and the `parent` column.
 * `searched` are the texts that a part is found by; its table has a column `search` then. `nextNumber` numbers new parts
 * where the table itself does not.
 */
export function partTable<Part extends Record<Key, number>, Key extends string = 'id'>(
  name: keyof Tables & string,
  parent: string,
  columns: Columns<Omit<Part, Key>>,
  key: Key = 'id' as Key,
  searched?: (part: Omit<Part, Key>) => string[],
  nextNumber?: (tx: Tx) => Promise<number>,
): PartTable<Part, Key> {
  const fields = Object.entries(columns) as [string, Columns<Row>[string]][];
  // The queries are those of any table; which one it is shows only in its name.
  const of = (db: Db) => db as unknown as AnyTable;
  const toRow = (part: Omit<Part, Key>) => ({
    ...Object.fromEntries(fields.map(([field, column]) => [field, column.write(part[field as never])])),
    ...(searched ? { search: searchText(...searched(part)) } : {}),
  });
  const toPart = (row: Row) =>
    ({
      [key]: row[key],
      ...Object.fromEntries(fields.map(([field, column]) => [field, column.read(row[field])])),
    }) as Part;
  const id: string = key;
  const all = [id, parent, ...fields.map(([field]) => field)];
  declared.push({ name, columns: searched ? [...all, 'search'] : all });
  const newest = (db: Db) => of(db).selectFrom(name).select(all).orderBy(id, 'desc');
  // What one has is kept as long as it is true; of which tables a list is read, the store cannot say.
  const partsOf = prepared((db, { parent_id }: { parent_id: string }) => newest(db).where(parent, '=', parent_id));
  const partsOfSome = prepared((db, { parents }: { parents: string }) =>
    newest(db).where(isOneOf(db, parent, 'text', parents)),
  );
  const texts = fields.filter(([, column]) => column.type === 'text').map(([field]) => sql`length(${sql.ref(field)})`);
  const characters = sql<number>`coalesce(sum(${sql.join(texts, sql` + `)}), 0)`;
  return {
    key,
    async ofAll(db, parent_ids) {
      const [parent_id = '', ...others] = parent_ids;
      const rows = await (others.length === 0
        ? partsOf(db, { parent_id })
        : partsOfSome(db, { parents: JSON.stringify(parent_ids) }));
      const groups = groupedBy(rows, (row) => String(row[parent]));
      return new Map([...groups].map(([id, some]) => [id, some.map(toPart)]));
    },
    async numbered(db, ids) {
      if (ids.length === 0) return [];
      return (await newest(db).where(id, 'in', ids).execute()).map(toPart);
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
    async find(db, parent_id, number) {
      const row = await newest(db).where(parent, '=', parent_id).where(id, '=', number).executeTakeFirst();
      return row && toPart(row);
    },
    async measure(db, parent_id) {
      const measured = of(db)
        .selectFrom(name)
        .select((eb) => [eb.fn.countAll<number>().as('n'), characters.as('characters')]);
      const row = await measured.where(parent, '=', parent_id).executeTakeFirst();
      return { parts: Number(row?.n ?? 0), characters: Number(row?.characters ?? 0) };
    },
    async insert(tx, parent_id, part) {
      const numbered = nextNumber ? { [id]: await nextNumber(tx) } : {};
      const row = { ...numbered, [parent]: parent_id, ...toRow(part) };
      const made = await of(tx).insertInto(name).values(row).returning(id).executeTakeFirstOrThrow();
      return { ...part, [key]: made[id] } as unknown as Part;
    },
    async update(tx, part) {
      await of(tx).updateTable(name).set(toRow(part)).where(id, '=', part[key]).execute();
    },
    async move(tx, number, parent_id) {
      await of(tx)
        .updateTable(name)
        .set({ [parent]: parent_id })
        .where(id, '=', number)
        .execute();
    },
    async delete(tx, number) {
      await of(tx).deleteFrom(name).where(id, '=', number).execute();
    },
  };
}
