import { CSV_START, csvRow } from '@/lib/api/csv';
import type { BatchChartResult } from '../charts/contract';

/**
 * Charts as CSV: one table per chart, each with its own header line and the chart's key in the first column, an empty line
 * between them.
 */
export async function* chartsCsv(results: readonly BatchChartResult[]): AsyncGenerator<string> {
  yield CSV_START;
  for (const [i, { chart_key, schema, rows }] of results.entries()) {
    const names = [...schema.dimensions, ...schema.measures].map((column) => column.name);
    yield `${i > 0 ? '\r\n' : ''}${csvRow(['chart_key', ...names])}`;
    for (const record of rows) yield csvRow([chart_key, ...names.map((name) => record[name] ?? null)]);
  }
}
