import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { type Behalf, PROCESS } from '@/lib/queues/behalf';
import { type Callers, openCallers } from './caller-db';
import { libsqlLanguage } from './libsql-driver';
import type { ReadCache } from './read-cache';

/** What reads a file of the embedded store. */
export interface Reader {
  rows(query: CompiledQuery, behalf: Behalf): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

class ReadConnection implements DatabaseConnection {
  constructor(
    readonly reader: Reader,
    readonly behalf: Behalf,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: (await this.reader.rows(query, this.behalf)) as R[] };
  }

  // biome-ignore lint/correctness/useYield: all rows are answered at once
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('a reader does not stream');
  }
}

class ReadDriver implements Driver {
  constructor(readonly reader: Reader) {}

  async init() {}

  async acquireConnection() {
    return new ReadConnection(this.reader, PROCESS);
  }

  async releaseConnection() {}

  beginTransaction = refuse;
  commitTransaction = refuse;
  rollbackTransaction = refuse;

  destroy() {
    return this.reader.close();
  }
}

async function refuse(): Promise<never> {
  throw new Error('a reader writes nothing');
}

/** Kysely over a reader, which answers many queries at a time. What `cache` keeps may be asked for without it. */
export function openReader(reader: Reader, cache?: ReadCache): Callers {
  const dialect = { ...libsqlLanguage, createDriver: () => new ReadDriver(reader) };
  const connect = (behalf: Behalf) => {
    const connection = new ReadConnection(reader, behalf);
    return { provideConnection: <T>(use: (given: DatabaseConnection) => Promise<T>) => use(connection) };
  };
  return openCallers(dialect, connect, cache);
}
