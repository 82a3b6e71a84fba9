import { resolve } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { StoreInUse } from './store';

/** Files this process has open: opening one twice would drop the file lock, which belongs to the process. */
const openFiles = new Set<string>();

/** Whether this process has the file open. */
export const isOpenHere = (file: string) => openFiles.has(resolve(file));

/** Whether an engine's complaint is that another process has the file. */
export const isLocked = (error: unknown) => error instanceof Error && /\block\b/i.test(error.message);

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
      return new DuckdbEngine(path, await DuckDBInstance.create(path, options));
    } catch (error) {
      openFiles.delete(path);
      throw isLocked(error) ? new StoreInUse(path) : error;
    }
  }

  async connect(): Promise<DuckDBConnection> {
    const connection = await this.instance.connect();
    this.#connections.push(connection);
    return connection;
  }

  /** A connection that is closed under a query stops this thread until that one has ended. */
  close(): void {
    for (const connection of this.#connections) connection.closeSync();
    this.instance.closeSync();
    openFiles.delete(this.path);
  }
}
