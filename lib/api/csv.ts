export type CsvCell = string | number | null;

/** Without a byte order mark spreadsheets garble Chinese. */
export const CSV_START = '\ufeff';

/** A spreadsheet reads these as the start of a formula, in their full-width forms too (DESIGN 5, CSV). */
const FORMULA_START = /^[\s\u200b\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Text is quoted always and prefixed when it could run; numbers stay numbers (RFC 4180). */
function csvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA_START.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** One line of CSV with its end. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
