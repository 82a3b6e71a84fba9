'use client';

import {
  type ColumnDef,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  type ReactTable,
  type Row,
  rowSelectionFeature,
  type Column as TableColumn,
  type TableOptions,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Selection } from '../selection/use-selection';
import { type SavedSettings, type TableSettings, WIDTH } from './table-settings';
import type { Column } from './types';

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
});
type Features = typeof features;

export type ListTable<R extends object> = ReactTable<Features, R, null>;
export type ListColumn<R extends object> = TableColumn<Features, R>;
/** A row of the table: what it shows is its `original`. */
export type ListRow<R extends object> = Row<Features, R>;

/** The reader's columns as the table's state, and its changes as the reader's columns. */
function columnOptions<R extends object>({ settings, save }: SavedSettings) {
  const [identity] = settings.order;
  const columnVisibility = Object.fromEntries(settings.hidden.map((id) => [id, false]));
  const change = (next: Partial<TableSettings>) => save({ ...settings, ...next });
  return {
    state: {
      columnOrder: settings.order,
      columnVisibility,
      columnSizing: settings.widths,
      columnPinning: { start: identity === undefined ? [] : [identity], end: [] },
    },
    onColumnOrderChange: (to: Updater<string[]>) => change({ order: functionalUpdate(to, settings.order) }),
    onColumnVisibilityChange: (to: Updater<Record<string, boolean>>) => {
      const next = functionalUpdate(to, columnVisibility);
      change({ hidden: settings.order.filter((id) => next[id] === false) });
    },
    onColumnSizingChange: (to: Updater<Record<string, number>>) =>
      change({ widths: functionalUpdate(to, settings.widths) }),
  } satisfies Partial<TableOptions<Features, R>>;
}

/**
 * The table behind a list: which columns, where and how wide, and which rows are chosen. The server pages, so the rows
 * are those of one page; choosing one draws again only what subscribes to `atoms.rowSelection`.
 */
export function useListTable<R extends object>({
  columns,
  rows,
  rowId,
  settings,
  selection,
}: {
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowId: (row: R) => string;
  settings: SavedSettings;
  selection: Selection<R>;
}): ListTable<R> {
  const defs = useMemo(
    () =>
      columns.map(
        ({ id, header }, index): ColumnDef<Features, R> => ({
          id,
          header,
          minSize: WIDTH.least,
          maxSize: WIDTH.most,
          enableHiding: index > 0,
        }),
      ),
    [columns],
  );
  return useTable(
    {
      features,
      columns: defs,
      data: rows,
      getRowId: rowId,
      ...columnOptions<R>(settings),
      atoms: { rowSelection: selection.ids },
      onRowSelectionChange: (to) => selection.change(to, rows),
    },
    // The state of the columns is the screen's own, and what shows the selection subscribes to it.
    () => null,
  );
}
