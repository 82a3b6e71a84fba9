import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { duckdbDialect } from './dialect';
import { IdSets } from './duckdb-sets';
import { DuckdbWriter } from './duckdb-writer';
import { CREATE_TABLES, createRollup, EVENT_NAMES, everyRollup, fillRollup, SCHEMA_VERSION } from './schema';
import {
  type AnalyticsStore,
  type BatchResult,
  type IngestBatch,
  type KeptIds,
  QueryTimeout,
  type Row,
  StoreInUse,
  type StoreStats,
} from './store';

/** Files this process has open: opening one twice would drop the file lock, which belongs to the process. */
const openFiles = new Set<string>();

/** Whether an engine's complaint is that another process has the file. */
const isLocked = (error: unknown) => error instanceof Error && /lock/i.test(error.message);

const READERS = 4;

export type DuckdbOptions = { memoryLimit?: string; threads?: number };

export class DuckdbStore implements AnalyticsStore {
  readonly dialect = duckdbDialect;
  private readonly idle: DuckDBConnection[];
  private readonly waiting: ((connection: DuckDBConnection) => void)[] = [];
  private queue: Promise<unknown> = Promise.resolve();
  private commits = 0;

  constructor(
    private readonly path: string,
    private readonly instance: DuckDBInstance,
    private readonly main: DuckDBConnection,
    private readonly writer: DuckdbWriter,
    private readonly readers: DuckDBConnection[],
    private readonly sets: IdSets,
  ) {
    this.idle = [...readers];
  }

  insert(batches: readonly IngestBatch[]): Promise<BatchResult[]> {
    return this.serial(async () => {
      const results = await this.writer.write(batches);
      if (results.some((r) => !r.duplicate)) this.commits += 1;
      await this.writer.compact(false);
      return results;
    });
  }

  async query(sql: string, timeoutMs = 5000): Promise<Row[]> {
    const connection = this.idle.pop() ?? (await new Promise<DuckDBConnection>((free) => this.waiting.push(free)));
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      connection.interrupt();
    }, timeoutMs);
    try {
      const reader = await connection.runAndReadAll(sql);
      return reader.getRowObjectsJS() as Row[];
    } catch (error) {
      throw late ? new QueryTimeout(timeoutMs) : error;
    } finally {
      clearTimeout(timer);
      const next = this.waiting.shift();
      if (next) next(connection);
      else this.idle.push(connection);
    }
  }

  keepIds(ids: readonly string[]): Promise<KeptIds> {
    return this.sets.keep(ids);
  }

  version(): number {
    return this.commits;
  }

  async compact(): Promise<void> {
    await this.serial(() => this.writer.compact(true));
  }

  async forgetDomain(domainId: string): Promise<void> {
    const mine = `domain_id = ${duckdbDialect.text(domainId)}`;
    await this.serial(() =>
      this.writer.transaction(async () => {
        const tables = ['events', 'attack_details', ...everyRollup().map((r) => r.table)];
        for (const table of tables) await this.main.run(`DELETE FROM ${table} WHERE ${mine}`);
      }),
    );
    this.commits += 1;
  }

  /** Adds the rows of a SELECT over all event columns, with their rollups: for benchmarks and bulk imports. */
  async fill(select: string): Promise<void> {
    await this.serial(async () => {
      await this.main.run(`CREATE OR REPLACE TEMP TABLE filling AS ${select}`);
      await this.main.run(`INSERT INTO events SELECT ${EVENT_NAMES} FROM filling`);
      for (const { rollup, grain } of everyRollup()) await this.main.run(fillRollup(rollup, grain, 'filling', '1'));
      await this.main.run('DROP TABLE filling');
    });
    this.commits += 1;
  }

  async stats(): Promise<StoreStats> {
    const [row] = await this.query(
      `SELECT count(*)::DOUBLE AS events, min(time)::DOUBLE AS oldest, max(time)::DOUBLE AS newest,
         (SELECT count(*)::DOUBLE FROM rejected_lines) AS rejected_lines, (SELECT count(*)::DOUBLE FROM batches) AS batches FROM events`,
    );
    return {
      engine: 'duckdb',
      events: Number(row?.events ?? 0),
      rejected_lines: Number(row?.rejected_lines ?? 0),
      batches: Number(row?.batches ?? 0),
      oldest: row?.oldest == null ? null : Number(row.oldest),
      newest: row?.newest == null ? null : Number(row.newest),
    };
  }

  async close(): Promise<void> {
    await this.queue.catch(() => undefined);
    for (const reader of [...this.readers, this.sets.connection]) reader.closeSync();
    this.main.closeSync();
    this.instance.closeSync();
    openFiles.delete(this.path);
  }

  /** The engine allows many readers and Parapet one writer: writes wait for each other here. */
  private serial<T>(work: () => Promise<T>): Promise<T> {
    const next = this.queue.then(work, work);
    this.queue = next.catch(() => undefined);
    return next;
  }
}

async function migrate(connection: DuckDBConnection): Promise<void> {
  for (const sql of CREATE_TABLES) await connection.run(sql);
  const found = await connection.runAndReadAll("SELECT value FROM meta WHERE name = 'schema_version'");
  const version = Number(found.getRows()[0]?.[0] ?? 0);
  if (version > SCHEMA_VERSION)
    throw new Error(`The analytics store has schema ${version}; this program knows ${SCHEMA_VERSION}.`);
  await connection.run('INSERT OR REPLACE INTO meta VALUES ($1, $2)', ['schema_version', String(SCHEMA_VERSION)]);
  const tables = await connection.runAndReadAll('SELECT table_name FROM duckdb_tables()');
  const existing = new Set(tables.getRows().map(([name]) => String(name)));
  for (const { rollup, grain, table } of everyRollup()) {
    if (existing.has(table)) continue;
    await connection.run(createRollup(rollup, grain));
    await connection.run(fillRollup(rollup, grain, 'events', '1'));
  }
}

async function openInstance(path: string, options: DuckdbOptions): Promise<DuckDBInstance> {
  if (openFiles.has(path)) throw new StoreInUse(path);
  try {
    return await DuckDBInstance.create(path, {
      memory_limit: options.memoryLimit ?? '384MB',
      checkpoint_threshold: '64MB',
      ...(options.threads ? { threads: String(options.threads) } : {}),
    });
  } catch (error) {
    if (isLocked(error)) throw new StoreInUse(path);
    throw error;
  }
}

/** Opens the embedded store at `file` (`:memory:` for tests). Rejects with StoreInUse when another process has it. */
export async function openDuckdbStore(file: string, options: DuckdbOptions = {}): Promise<DuckdbStore> {
  const memory = file === ':memory:';
  const path = memory ? file : resolve(file);
  if (!memory) await mkdir(dirname(path), { recursive: true });
  const instance = await openInstance(path, options);
  if (!memory) openFiles.add(path);
  try {
    const main = await instance.connect();
    await migrate(main);
    const writer = new DuckdbWriter(main);
    await writer.open();
    const readers = await Promise.all(Array.from({ length: READERS }, () => instance.connect()));
    const sets = await IdSets.open(await instance.connect());
    return new DuckdbStore(path, instance, main, writer, readers, sets);
  } catch (error) {
    instance.closeSync();
    openFiles.delete(path);
    throw error;
  }
}

/**
 * Copies the store in the file `from` into the new file `to`, table by table: whole even after a crash, and without the
 * room that deleted rows left. Answers the version of its tables and how many events it holds. Rejects with StoreInUse
 * where somebody has it.
 */
export async function copyDuckdb(from: string, to: string): Promise<{ schema: number; events: number }> {
  if (openFiles.has(resolve(from))) throw new StoreInUse(from);
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '384MB', temp_directory: `${to}.tmp` });
  try {
    const connection = await instance.connect();
    await connection.run(`ATTACH ${duckdbDialect.text(from)} AS source (READ_ONLY)`);
    await connection.run(`ATTACH ${duckdbDialect.text(to)} AS target`);
    await connection.run('COPY FROM DATABASE source TO target');
    const found = await connection.runAndReadAll(
      `SELECT (SELECT value FROM target.meta WHERE name = 'schema_version')::INTEGER, (SELECT count(*) FROM target.events)`,
    );
    const [schema, events] = found.getRows()[0] ?? [];
    await connection.run('DETACH target');
    return { schema: Number(schema), events: Number(events) };
  } catch (error) {
    throw isLocked(error) ? new StoreInUse(from) : error;
  } finally {
    instance.closeSync();
  }
}
