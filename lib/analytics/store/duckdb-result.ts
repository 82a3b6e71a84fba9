import type { DuckDBMaterializedResult } from '@duckdb/node-api';
import { slices } from '@/lib/queues/on-behalf';
import type { Cell, Row } from './store';

/** Rows after which it is asked whether a slice is over: of events, with their thirty columns, some half a millisecond. */
const ROWS = 32;

/** The rows of a result that has texts and numbers. They are made on the thread that answers, where others come between. */
export async function rowsOf(
  result: Pick<DuckDBMaterializedResult, 'deduplicatedColumnNames' | 'fetchAllChunks'>,
): Promise<Row[]> {
  const names = result.deduplicatedColumnNames();
  const rows: Row[] = [];
  const giveWay = slices();
  for (const chunk of await result.fetchAllChunks()) {
    for (let index = 0; index < chunk.rowCount; index++) {
      const row: Row = {};
      chunk.visitRowValues(index, (value, _, column) => {
        row[names[column] as string] = value as Cell;
      });
      rows.push(row);
      if (rows.length % ROWS === 0) await giveWay();
    }
  }
  return rows;
}
