import type { BatchChartResult } from '../charts/contract';

type Cell = string | number | null;

/** A spreadsheet reads these as the start of a formula, in their full-width forms too (DESIGN 5, CSV). */
const FORMULA_START = /^[\s\u200b\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Text is quoted always and prefixed when it could run; numbers stay numbers (RFC 4180). */
export function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA_START.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

function row(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Charts as CSV: one table per chart, each with its own header line and the chart's key in the first column, an empty line
 * between them. Starts with a byte order mark, without which spreadsheets garble Chinese.
 */
export async function* chartsCsv(results: readonly BatchChartResult[]): AsyncGenerator<string> {
  yield '\ufeff';
  for (const [i, { chart_key, schema, rows }] of results.entries()) {
    const names = [...schema.dimensions, ...schema.measures].map((column) => column.name);
    yield `${i > 0 ? '\r\n' : ''}${row(['chart_key', ...names])}`;
    for (const record of rows) yield row([chart_key, ...names.map((name) => record[name] ?? null)]);
  }
}
