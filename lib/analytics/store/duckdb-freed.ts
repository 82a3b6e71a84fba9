import type { DuckDBConnection } from '@duckdb/node-api';
import { duckdbDialect } from './dialect';

const EVERY_MS = 30_000;

/** Sets what the engine may use, as in `208MB`. */
export function setMemoryLimit(connection: DuckDBConnection, limit: string): Promise<unknown> {
  return connection.run(`SET memory_limit = ${duckdbDialect.text(limit)}`);
}

/**
 * What the engine has freed its allocator keeps for what comes next, more and more of it while events come in and charts are read. It
 * gives all of it back when the limit of the engine is set.
 */
export class FreedMemory {
  readonly #timer: NodeJS.Timeout;
  #running: Promise<unknown> = Promise.resolve();

  /** `connection` is its own; `limit` is the one that the engine has. */
  constructor(
    private readonly connection: DuckDBConnection,
    private readonly limit: string,
    onProblem: (error: unknown) => void,
  ) {
    this.#timer = setInterval(() => {
      this.#running = this.giveBack().catch(onProblem);
    }, EVERY_MS).unref();
  }

  async giveBack(): Promise<void> {
    await setMemoryLimit(this.connection, this.limit);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
