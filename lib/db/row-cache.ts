import type Libsql from 'libsql';
import { LRUCache } from 'lru-cache';
import { ChangeLog } from './change-log';
import type { Commits } from './commits';

export type Id = string | number;

/** Bytes of what one list keeps. */
const MOST_BYTES = 8 << 20;

/** About what a row takes beside its JSON, which it has as values, too. */
const ROW_BYTES = 500;
const CHARACTER_BYTES = 4;

/** What is shown of a row, and its JSON. */
export type Kept<V> = Readonly<{ value: V; json: string }>;

/** Fixes what is shown of a row, which many answers share. */
export const keepable = <V>(value: V): Kept<V> => ({ value: Object.freeze(value), json: JSON.stringify(value) });

/** What one list shows of rows of a table, until the row, or another table that it was read from, is written. */
export class RowCache<V> {
  readonly #kept = new LRUCache<Id, Kept<V>>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ json }) => ROW_BYTES + CHARACTER_BYTES * json.length,
  });
  /** How many commits there were when the other tables were written last, or later. */
  #at = 0;

  constructor(
    readonly table: string,
    /** Tables that a row is read from, beside its own. */
    readonly others: readonly string[],
    readonly commits: Commits,
    readonly log: ChangeLog,
    /** Whether every change of a row is noticed, so that rows can be kept. */
    readonly isExact: () => boolean,
  ) {}

  /** What is kept of each of these rows. Those that were kept first go first: noting each use costs more than reading a row again. */
  known(ids: readonly Id[]): (Kept<V> | undefined)[] {
    if (!this.commits.isCurrent(this.others, this.#at)) this.forgetAll();
    return ids.map((id) => this.#kept.peek(id));
  }

  /** Keeps what was read after there were `at` commits, unless one since then may have changed it. */
  set(id: Id, row: Kept<V>, at: number): void {
    if (this.isExact() && this.commits.isCurrent([this.table, ...this.others], at)) this.#kept.set(id, row);
  }

  forget(ids: readonly Id[]): void {
    for (const id of ids) this.#kept.delete(id);
  }

  forgetAll(): void {
    this.#kept.clear();
    this.#at = this.commits.count;
  }
}

type Noted = { key: string; caches: RowCache<unknown>[]; isNoted: boolean; log: ChangeLog };

/**
 * Knows which rows of some tables each commit changed, whatever statement did: triggers that only the writing connection has
 * note their ids in a table that only it has.
 */
export class RowCaches {
  readonly #tables = new Map<string, Noted>();
  #schemaAt = -1;
  #changes: Libsql.Statement<unknown[]> | undefined;
  /** Nothing else may use the writing connection then. */
  #isOpen = false;

  constructor(
    readonly writer: Libsql.Database,
    readonly commits: Commits,
  ) {}

  /** A cache of rows of a table by one column; where a transaction is open it keeps rows from the next one on. */
  of<V>(table: string, key: string, reads: readonly string[]): RowCache<V> {
    const noted = this.#tables.get(table) ?? { key, caches: [], isNoted: false, log: new ChangeLog() };
    const others = reads.filter((one) => one !== table);
    const isExact = () => noted.isNoted && this.#schemaAt === this.commits.schema;
    const cache = new RowCache<V>(table, others, this.commits, noted.log, isExact);
    noted.caches.push(cache as RowCache<unknown>);
    this.#tables.set(table, noted);
    if (!this.#isOpen) this.#noteAll();
    return cache;
  }

  /** To be called before a transaction begins. */
  begin(): void {
    this.#isOpen = true;
    this.#noteAll();
  }

  /** To be called once it has ended, either way. */
  end(): void {
    this.#isOpen = false;
  }

  #noteAll(): void {
    if (this.#schemaAt !== this.commits.schema) this.#beginAnew();
    for (const [table, noted] of this.#tables) {
      if (noted.isNoted) continue;
      this.#note(table, noted.key);
      noted.isNoted = true;
      noted.log.beginAt(this.commits.count);
    }
  }

  /** To be called after each commit; `written`: the tables that it wrote, null where that is not known. */
  committed(written: ReadonlySet<string> | null): void {
    for (const [table, { caches, isNoted, log }] of this.#tables) {
      if (!isNoted || written?.has(table) === false) continue;
      const ids = written === null ? undefined : this.#changedRows(table);
      if (ids) log.add(this.commits.count, ids);
      else log.beginAt(this.commits.count);
      for (const cache of caches) {
        if (ids) cache.forget(ids);
        else cache.forgetAll();
      }
    }
  }

  /** Ids of rows that were changed since this was asked last; undefined where the store cannot say. */
  #changedRows(table: string): Id[] | undefined {
    try {
      this.#changes ??= this.writer.prepare('delete from changed_rows where of_table = ? returning id').raw();
      return (this.#changes.all(table) as [Id][]).map(([id]) => id);
    } catch {
      return undefined;
    }
  }

  /** A table that was made anew has lost its triggers. */
  #beginAnew(): void {
    this.#schemaAt = this.commits.schema;
    for (const noted of this.#tables.values()) {
      noted.isNoted = false;
      for (const cache of noted.caches) cache.forgetAll();
    }
  }

  #note(table: string, key: string): void {
    const note = (row: string) => `insert into changed_rows values ('${table}', ${row}."${key}");`;
    const trigger = (name: string, when: string, notes: string) =>
      `create temp trigger if not exists "${name}_${table}" after ${when} on main."${table}" begin ${notes} end;`;
    this.writer.exec(
      [
        'create temp table if not exists changed_rows (of_table text not null, id not null);',
        trigger('inserted', 'insert', note('new')),
        trigger('updated', 'update', note('old') + note('new')),
        trigger('deleted', 'delete', note('old')),
      ].join('\n'),
    );
  }
}
