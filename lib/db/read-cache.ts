import type { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Commits } from './commits';
import type { Footprints } from './footprint';
import type { RowCache, RowCaches } from './row-cache';

type Rows = readonly unknown[];
type Asked = Pick<CompiledQuery, 'sql' | 'parameters'>;
type Entry = { rows: Rows; tables: readonly string[]; at: number; bytes: number };

/** Bytes of all answers, and of the largest that is kept: what is larger is read again by whoever asks for it. */
const MOST_BYTES = 32 << 20;
const LARGEST = 64 << 10;

/** What is made of rows and lasts as long as they do, such as an answer and its JSON, takes about as much each as they do. */
const WITH_MADE = 3;

/** What an entry, a row and a cell take beside the text in them. */
const ENTRY = 200;
const ROW = 64;
const CELL = 16;

const cellBytes = (cell: unknown) => CELL + (typeof cell === 'string' ? 2 * cell.length : 0);

/** About what the rows take in memory; where that is more than is kept, anything above it. */
function bytesOf(rows: Rows): number {
  let bytes = ENTRY;
  for (const row of rows) {
    bytes += ROW;
    for (const cell of Object.values(row as object)) bytes += cellBytes(cell);
    if (bytes > LARGEST) break;
  }
  return bytes;
}

/** Answers of the store, until a commit writes a table that they were read from. */
export class ReadCache {
  readonly #kept = new LRUCache<string, Entry>({
    ...{ maxSize: MOST_BYTES, maxEntrySize: WITH_MADE * LARGEST },
    sizeCalculation: ({ bytes }) => WITH_MADE * bytes,
  });
  /** Reads of other threads; who asks the same meanwhile waits for the same. */
  readonly #underway = new Map<string, { at: number; tables: readonly string[]; rows: Promise<Rows> }>();

  constructor(
    readonly footprints: Footprints,
    readonly commits: Commits,
    readonly rows: RowCaches,
  ) {}

  /** About how much memory the answers take. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /**
   * What one list shows of the rows of a table, each known by a column of it, which `sql` reads from that row and from
   * other tables alone; undefined where `sql` reads more than is known of.
   */
  ofRows<V>(table: string, key: string, sql: string): RowCache<V> | undefined {
    const { reads } = this.footprints.of(sql);
    return reads ? this.rows.of(table, key, reads) : undefined;
  }

  /** The cached rows; undefined where the store is to be asked. */
  known(query: Asked): Rows | undefined {
    const entry = this.#kept.get(this.#keyOf(query));
    return entry && this.commits.isCurrent(entry.tables, entry.at) ? entry.rows : undefined;
  }

  /** The cached rows, or what `ask` says now. Callers share them, so they are frozen. */
  read(query: Asked, ask: () => Rows | Promise<Rows>): Rows | Promise<Rows> {
    const tables = this.footprints.of(query.sql).reads;
    if (tables === null) return ask();
    const key = this.#keyOf(query);
    const known = this.#kept.get(key) ?? this.#underway.get(key);
    if (known && this.commits.isCurrent(tables, known.at)) return known.rows;
    const at = this.commits.count;
    const rows = ask();
    if (rows instanceof Promise) return this.#awaited(key, { at, tables, rows });
    this.#keep(key, { rows, tables, at });
    return rows;
  }

  /** By the statement's number, since its text is a kilobyte that each read would put together and hash. */
  #keyOf({ sql, parameters }: Asked): string {
    return `${this.footprints.of(sql).id} ${JSON.stringify(parameters)}`;
  }

  async #awaited(key: string, reading: { at: number; tables: readonly string[]; rows: Promise<Rows> }): Promise<Rows> {
    this.#underway.set(key, reading);
    try {
      const rows = await reading.rows;
      this.#keep(key, { ...reading, rows });
      return rows;
    } finally {
      if (this.#underway.get(key) === reading) this.#underway.delete(key);
    }
  }

  #keep(key: string, entry: Omit<Entry, 'bytes'>): void {
    const bytes = bytesOf(entry.rows) + 2 * key.length;
    if (bytes > LARGEST) return;
    for (const row of entry.rows) Object.freeze(row);
    this.#kept.set(key, { ...entry, bytes });
  }
}
