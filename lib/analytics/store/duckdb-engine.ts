import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { duckdbDialect } from './dialect';
import { ROW_GROUP, StoreInUse } from './store';

/** Files this process has open: opening one twice would drop the file lock, which belongs to the process. */
const openFiles = new Set<string>();

/** What the file is called among the databases of its engine. */
const CATALOG = 'traffic';

/** Whether this process has the file open. */
export const isOpenHere = (file: string) => openFiles.has(resolve(file));

/** Whether an engine's complaint is that another process has the file. */
export const isLocked = (error: unknown) => error instanceof Error && /\block\b/i.test(error.message);

/** Bytes of a block of a new file. */
export const SMALL_BLOCK = 65_536;

/**
 * How a new file is written. Of a column to which something was added one block is in memory until the next checkpoint; with the
 * engine's own 256 KB those of the rollups take 75 MB. Texts are packed in one way that only this version reads: a commit takes a
 * quarter less CPU, a search for a text too.
 */
const NEW_FILE = `BLOCK_SIZE ${SMALL_BLOCK}, STORAGE_VERSION 'v1.5.0'`;

/** Attaches the file at `path`, which is made where there is none. One of an earlier version stays as it is. */
export function attach(connection: DuckDBConnection, path: string, name: string): Promise<unknown> {
  const isNew = path !== ':memory:' && !existsSync(path);
  const options = [`ROW_GROUP_SIZE ${ROW_GROUP}`, ...(isNew ? [NEW_FILE] : [])];
  return connection.run(`ATTACH ${duckdbDialect.text(path)} AS ${name} (${options.join(', ')})`);
}

/** An engine with the file attached: how many rows it packs together can be said of no file that it is opened with. */
async function attached(path: string, options: Record<string, string>): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', { temp_directory: `${path}.tmp`, ...options });
  const connection = await instance.connect();
  try {
    await attach(connection, path, CATALOG);
    return instance;
  } catch (error) {
    instance.closeSync();
    throw error;
  } finally {
    connection.closeSync();
  }
}

/** The engine on one file, with its connections: while one of these is left, the engine keeps the file. */
export class DuckdbEngine {
  readonly #connections: DuckDBConnection[] = [];

  private constructor(
    readonly path: string,
    private readonly instance: DuckDBInstance,
  ) {}

  /** Rejects with StoreInUse where somebody has the file, this process included. */
  static async open(path: string, options: Record<string, string>): Promise<DuckdbEngine> {
    if (openFiles.has(path)) throw new StoreInUse(path);
    if (path !== ':memory:') openFiles.add(path);
    try {
      return new DuckdbEngine(path, await attached(path, options));
    } catch (error) {
      openFiles.delete(path);
      throw isLocked(error) ? new StoreInUse(path) : error;
    }
  }

  /** Bytes of the blocks that the file is made of: fewer in a new one than in one of an earlier version. */
  async blockBytes(): Promise<number> {
    const connection = await this.instance.connect();
    const sizes = `SELECT block_size::INTEGER FROM pragma_database_size() WHERE database_name = ${duckdbDialect.text(CATALOG)}`;
    try {
      const found = await connection.runAndReadAll(sizes);
      return Number(found.getRows()[0]?.[0]);
    } finally {
      connection.closeSync();
    }
  }

  async connect(): Promise<DuckDBConnection> {
    const connection = await this.instance.connect();
    this.#connections.push(connection);
    await connection.run(`USE ${CATALOG}`);
    return connection;
  }

  /** A connection that is closed under a query stops this thread until that one has ended. */
  close(): void {
    for (const connection of this.#connections) connection.closeSync();
    this.instance.closeSync();
    openFiles.delete(this.path);
  }
}
