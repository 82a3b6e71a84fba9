import type Libsql from 'libsql';
import { LRUCache } from 'lru-cache';
import type { Commits } from './commits';

/** What a statement touches, cascades and triggers included. */
export type Footprint = {
  /** Tables that it reads; null where its answer depends on more than rows of tables, or on what is not known. */
  reads: readonly string[] | null;
  /** Tables that it writes; null: any. */
  writes: readonly string[] | null;
  /** Whether it changes what tables there are. */
  isSchema: boolean;
};

/** With the number of the statement that it is of, as long as it is kept. */
type Numbered = Footprint & { id: number };

const UNKNOWN: Footprint = { reads: null, writes: null, isSchema: false };

/** Texts of statements whose footprints are kept, in characters. */
const MOST_TEXT = 8 << 20;

/** A cell of `explain`: address, operation, p1, p2, p3, p4, p5. */
type Operation = [number, string, number, number, number, string | null, number];

const SCHEMA = new Set(['CreateBtree', 'Destroy', 'ParseSchema', 'DropTable', 'DropIndex', 'DropTrigger', 'SqlExec']);
/** Besides virtual tables, whose operations begin with a V. */
const BEYOND_ROWS = new Set(['ReadCookie', 'JournalMode', 'Pagecount', 'MaxPgcnt', 'IntegrityCk', 'Vacuum']);
/** Functions that answer differently from one call to the next. */
const CHANGING =
  /^(random|randomblob|(date)?time|date|julianday|unixepoch|strftime|timediff|current_\w+|(total_)?changes|last_insert_rowid)\b/;
/** The operand is a register, which holds the root of a table that the statement itself has made. */
const ROOT_IN_REGISTER = 0x10;

/**
 * What statements touch, read off the programs that SQLite compiles them to: each names the roots of the tables and indexes
 * that it opens, whatever the text looks like.
 */
export class Footprints {
  readonly #known = new LRUCache<string, Numbered>({
    maxSize: MOST_TEXT,
    sizeCalculation: (_, sql) => sql.length + 1,
  });
  #tables: ReadonlyMap<number, string> = new Map();
  #schemaAt = -1;
  #count = 0;

  constructor(
    readonly database: Libsql.Database,
    readonly commits: Commits,
  ) {}

  of(sql: string): Numbered {
    if (this.#schemaAt !== this.commits.schema) this.#renew();
    const known = this.#known.get(sql);
    if (known) return known;
    this.#count += 1;
    const footprint = { ...this.#read(sql), id: this.#count };
    this.#known.set(sql, footprint);
    return footprint;
  }

  #renew(): void {
    this.#known.clear();
    const roots = this.database.prepare('select rootpage, tbl_name from sqlite_master where rootpage > 0').raw();
    this.#tables = new Map([[1, 'sqlite_master'], ...(roots.all() as [number, string][])]);
    this.#schemaAt = this.commits.schema;
  }

  #read(sql: string): Footprint {
    try {
      const explained = this.database.prepare(`explain ${sql}`).raw();
      const operations = explained.all() as Operation[];
      // Reading to the end leaves an explanation open, which keeps tables from being dropped; reading one row does not.
      explained.get();
      return this.#footprintOf(operations);
    } catch {
      // What is wrong with it, running it will say.
      return UNKNOWN;
    }
  }

  #footprintOf(operations: readonly Operation[]): Footprint {
    const [reads, writes] = [new Set<string | undefined>(), new Set<string | undefined>()];
    let [isSchema, isOfRows] = [false, true];
    for (const [, name, p1, p2, p3, p4, p5] of operations) {
      if (name === 'OpenRead' || name === 'ReopenIdx') reads.add(this.#tableAt(p2, p3));
      else if (name === 'OpenWrite') writes.add(p5 & ROOT_IN_REGISTER ? undefined : this.#tableAt(p2, p3));
      else if (name === 'Clear') writes.add(this.#tableAt(p1, p2));
      else if (SCHEMA.has(name)) isSchema = true;
      else if (BEYOND_ROWS.has(name) || (name.startsWith('V') && name !== 'Variable' && name !== 'Value'))
        isOfRows = false;
      else if (/Func(tion)?$/.test(name) && CHANGING.test(p4 ?? '')) isOfRows = false;
    }
    const isPure = isOfRows && !isSchema && writes.size === 0 && reads.size > 0;
    return { reads: isPure ? named(reads) : null, writes: isSchema ? null : named(writes), isSchema };
  }

  /** The table whose root, or that of an index of which, is this page of this database; 0 is the one of the file. */
  #tableAt(root: number, database: number): string | undefined {
    return database === 0 ? this.#tables.get(root) : undefined;
  }
}

function named(tables: ReadonlySet<string | undefined>): readonly string[] | null {
  const names = [...tables].filter((table) => table !== undefined);
  return names.length === tables.size ? names : null;
}
