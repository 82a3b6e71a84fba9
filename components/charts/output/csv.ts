import type { TableData } from '../model';

/** Characters, also in their full-width forms, that a spreadsheet may take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** A table as CSV: UTF-8 with BOM, CRLF, numbers bare, text that could be a formula made harmless (DESIGN 5). */
export function toCsv(table: TableData): string {
  const head = table.columns.map((column) => cell(column.label));
  const lines = table.rows.map((row) => table.columns.map((column, i) => cell(column.csv(row[i]))));
  return `\uFEFF${[head, ...lines].map((line) => line.join(',')).join('\r\n')}\r\n`;
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) || harmless !== value ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
