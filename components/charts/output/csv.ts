import { csvTable } from '@/lib/api/csv';
import type { Column, Say, TableData } from '../prepare/model';

/** A chart's table as CSV, with the columns only details show as well. Cells are plain numbers, so that heads say their unit. */
export const tableCsv = (table: TableData, say: Say): string =>
  csvTable(
    table.columns.map((column) => headOf(column, say)),
    table.rows.map((row) => table.columns.map((column, i) => column.csv(row[i]))),
  );

const headOf = ({ label, unit }: Column, say: Say) => (unit ? say('noted', { name: label, note: unit }) : label);
