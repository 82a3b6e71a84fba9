export type CsvCell = string | number | boolean | null | undefined;

/** Without a byte order mark spreadsheets garble Chinese. */
export const CSV_START = '\ufeff';

/**
 * A spreadsheet reads these as the start of a formula, in their wide and small forms too, and whatever blank or invisible
 * it leaves out before them; tabs and line breaks on their own move what follows (DESIGN 5, CSV).
 */
const FORMULA_START = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹢﹣﹦﹫]|^[\t\r\n]/u;

/** How nearly every cell begins; asking this first costs a tenth. */
const PLAIN_START = /^[0-9A-Za-z]/;

/** Text is quoted always and prefixed when it could run; numbers stay numbers (RFC 4180). */
function csvCell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = !PLAIN_START.test(value) && FORMULA_START.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** One line of CSV with its end. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A small table as CSV, at once. */
export function csvTable(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return CSV_START + [head, ...rows].map(csvRow).join('');
}
