import { csvTable } from '@/lib/api/csv';
import type { TableData } from '../prepare/model';

/** A chart's table as CSV, with the columns only details show as well. */
export const tableCsv = (table: TableData): string =>
  csvTable(
    table.columns.map((column) => column.label),
    table.rows.map((row) => table.columns.map((column, i) => column.csv(row[i]))),
  );
