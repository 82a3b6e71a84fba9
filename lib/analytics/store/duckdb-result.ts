import type { DuckDBConnection, DuckDBMaterializedResult } from '@duckdb/node-api';
import type { Behalf } from '@/lib/queues/behalf';
import type { Row } from './store';

/** Rows after which it is asked whether a slice is over: of events, with their thirty columns, a third of a millisecond. */
const ROWS = 32;

/**
 * What the engine is asked in place of a query whose rows `rowsOf` makes: each as a text of JSON, which it writes on its own threads.
 * To make a row of its cells takes the thread that answers twice as long, and three times the memory.
 */
export const asTexts = (sql: string) => `SELECT to_json(row_of_query)::VARCHAR FROM (${sql}) AS row_of_query`;

/**
 * Runs one statement. `connection.run` has the engine read one with values twice; each time that a thread of the engine is given
 * something to do, it may take the core of the thread that answers.
 */
export async function runOf(
  connection: DuckDBConnection,
  sql: string,
  values: readonly string[],
): Promise<DuckDBMaterializedResult> {
  if (values.length === 0) return connection.run(sql);
  const prepared = await connection.prepare(sql);
  try {
    prepared.bind([...values]);
    return await prepared.run();
  } finally {
    prepared.destroySync();
  }
}

/** The rows of a result that was asked for `asTexts`. They are made in turns of their own on the thread that answers, where others come between. */
export async function rowsOf(
  result: Pick<DuckDBMaterializedResult, 'chunkCount' | 'getChunk'>,
  behalf: Behalf,
): Promise<Row[]> {
  const rows: Row[] = [];
  await behalf.nextTurn();
  const giveWay = behalf.slices();
  for (let n = 0; n < result.chunkCount; n++) {
    const chunk = result.getChunk(n);
    const texts = chunk.getColumnVector(0);
    for (let index = 0; index < chunk.rowCount; index++) {
      rows.push(JSON.parse(String(texts.getItem(index))));
      if (rows.length % ROWS === 0) await giveWay();
    }
  }
  return rows;
}
