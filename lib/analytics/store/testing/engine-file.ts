import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** Changes the file of a store that is closed, or makes one, by the engine itself. */
export async function inFile(file: string, work: (connection: DuckDBConnection) => Promise<unknown>): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  try {
    await work(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
