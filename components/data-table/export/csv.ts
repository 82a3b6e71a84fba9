import { saveBlob } from '@/components/ui/save-blob';

export type CsvValue = string | number | boolean | null | undefined;

/** A spreadsheet reads these as the start of a formula, in their full-width forms too (DESIGN 5, CSV). */
const FORMULA_START = /^[=+\-@\t\r＝＋－＠]/;

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const safe = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** CSV that spreadsheets open safely: a byte order mark for Chinese, CRLF, no cell that runs as a formula. */
export function toCsv(head: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Hands a text to the browser as a file. */
export function saveFile(name: string, content: string, type: string): void {
  saveBlob(new Blob([content], { type }), name);
}
