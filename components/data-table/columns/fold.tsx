import type { ListScreen } from '../pages/use-list-screen';
import type { Column } from './types';
import { useIsNarrow } from './use-is-narrow';

/** The cells that say something: "—" needs a column of its own to be understood. */
const cellsOf = <Row,>(columns: readonly Column<Row>[], row: Row, className: string) =>
  columns.map(({ id, cell }) => {
    const content = cell(row);
    return content === '—' ? null : (
      <span key={id} className={className}>
        {content}
      </span>
    );
  });

/** The cell of a column with those that fold into it: before it on its line, and below it. */
function folded<Row>(column: Column<Row>, before: readonly Column<Row>[], below: readonly Column<Row>[]): Column<Row> {
  if (before.length + below.length === 0) return column;
  const line = column.align === 'right' ? '' : 'flex min-w-0 items-baseline gap-1.5';
  const cell: Column<Row>['cell'] = (row) => (
    <span className="flex min-w-0 flex-col">
      <span className={line}>
        {cellsOf(before, row, 'flex-none text-ink-2')}
        <span className="min-w-0">{column.cell(row)}</span>
      </span>
      <span className={`${line} text-12 font-normal text-ink-2`}>{cellsOf(below, row, 'min-w-0')}</span>
    </span>
  );
  return { ...column, cell };
}

/** Columns on two lines: those that say so stand in the cell of another, if that is among them. */
export function fold<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const ids = new Set(columns.map(({ id }) => id));
  const goes = ({ folds }: Column<Row>) => folds !== undefined && ids.has(folds.into);
  const into = (id: string, place: 'before' | 'below') =>
    columns.filter((column) => goes(column) && column.folds?.into === id && column.folds.place === place);
  return columns
    .filter((column) => !goes(column))
    .map((column) => folded(column, into(column.id, 'before'), into(column.id, 'below')));
}

/** The columns that a list shows here: on two lines where it has no room for one, with those that only gave way to others. */
export function useColumnsInSight<Row extends object>({
  columns,
  visibleColumns,
  yielded,
}: Pick<ListScreen<Row>, 'columns' | 'visibleColumns' | 'yielded'>): readonly Column<Row>[] {
  const isNarrow = useIsNarrow();
  if (!isNarrow) return visibleColumns;
  const back = columns.filter(({ id, folds }) => folds !== undefined && yielded.includes(id));
  return fold([...visibleColumns, ...back]);
}
