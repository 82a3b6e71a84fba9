'use client';

import { useSelector } from '@tanstack/react-store';
import { useTranslations } from 'next-intl';
import { type MouseEvent, memo } from 'react';
import { IconButton } from '@/components/ui/controls/button';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { Menu, type MenuEntry } from '@/components/ui/overlays/menu';
import { ColumnEdge } from '../columns/column-edge';
import { ColumnHeads, cellWidthOf } from '../columns/column-heads';
import { useColumnsInSight } from '../columns/fold';
import type { Column } from '../columns/types';
import type { ListRow, ListTable } from '../columns/use-list-table';
import type { ListScreen } from '../pages/use-list-screen';
import { RowOpen, type RowOpening } from './row-open';
import type { useRowCursor } from './use-row-cursor';

export type RowParts<Row> = RowOpening<Row> & {
  /** Words for the row in names of controls; the text of the identity. */
  rowName: (row: Row) => string;
  rowActions?: (row: Row) => readonly MenuEntry[];
  /** The row shown beside the list. */
  openRowId?: string | null;
  selectable: boolean;
};

/** Whether a row is chosen; its caller is drawn again only when that changes. */
export const useIsChosen = <R extends object>({ table, id }: ListRow<R>): boolean =>
  useSelector(table.atoms.rowSelection, (chosen) => chosen[id] === true);

/** A click anywhere in the row opens it, unless it was meant for something inside or selects text. */
function isForTheRow(event: MouseEvent): boolean {
  if (window.getSelection()?.toString()) return false;
  return event.target instanceof Element && !event.target.closest('a, button, input, label, [role]:not(tr, td, table)');
}

type RowProps<R extends object> = {
  row: ListRow<R>;
  index: number;
  columns: readonly Column<R>[];
  /** Widths the reader gave, in px by column. */
  widths: Readonly<Record<string, number>>;
  parts: RowParts<R>;
  /** The row cursor is here. */
  isCurrent: boolean;
  onCurrent: (index: number) => void;
};

function PlainRow<R extends object>({ row, index, columns, widths, parts, isCurrent, onCurrent }: RowProps<R>) {
  const t = useTranslations('common.table');
  const shown = row.original;
  const name = parts.rowName(shown);
  const isSelected = useIsChosen(row);
  const actions = parts.rowActions?.(shown) ?? [];
  return (
    <tr
      data-row=""
      data-row-id={row.id}
      tabIndex={-1}
      data-selected={isSelected || parts.openRowId === row.id ? '' : undefined}
      data-cursor={isCurrent ? '' : undefined}
      onFocus={() => onCurrent(index)}
      onClick={(event) => {
        if (!isForTheRow(event)) return;
        if (parts.onOpenRow) parts.onOpenRow(shown);
        else event.currentTarget.querySelector<HTMLElement>('[data-row-open]')?.click();
      }}
    >
      {parts.selectable ? (
        <td data-choice="">
          <Checkbox name={t('select_row', { name })} checked={isSelected} onChange={(on) => row.toggleSelected(on)} />
        </td>
      ) : null}
      {columns.map((column, i) => (
        <td
          key={column.id}
          data-align={column.align}
          data-pinned={i === 0 ? '' : undefined}
          style={cellWidthOf(column, widths[column.id])}
        >
          {i === 0 ? (
            <RowOpen row={shown} rowHref={parts.rowHref} onOpenRow={parts.onOpenRow}>
              {column.cell(shown)}
            </RowOpen>
          ) : (
            column.cell(shown)
          )}
        </td>
      ))}
      {parts.rowActions ? (
        <td className="w-12" data-align="right">
          {actions.length > 0 ? (
            <Menu
              trigger={<IconButton icon="more" size="small" name={t('row_actions', { name })} />}
              entries={actions}
            />
          ) : null}
        </td>
      ) : null}
    </tr>
  );
}

/** A page has up to a hundred rows: one is drawn again only when it, or what is around all of them, is another. */
const Row = memo(PlainRow) as typeof PlainRow;

/** Chooses every row of the page. */
function PageCheckbox<R extends object>({ table }: { table: ListTable<R> }) {
  const t = useTranslations('common.table');
  useSelector(table.atoms.rowSelection);
  const isAll = table.getIsAllPageRowsSelected();
  return (
    <Checkbox
      name={t('select_page')}
      checked={isAll}
      mixed={!isAll && table.getIsSomePageRowsSelected()}
      onChange={(on) => table.toggleAllPageRowsSelected(on)}
    />
  );
}

/** The table itself: the columns the reader chose, one body row per row of the page. */
export function TableBody<R extends object>({
  list,
  parts,
  cursor,
  caption,
}: {
  list: ListScreen<R>;
  parts: RowParts<R>;
  cursor: ReturnType<typeof useRowCursor>;
  caption: string;
}) {
  const { table, widths } = list;
  const columns = useColumnsInSight(list);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the controls inside
    <div className="overflow-x-auto" onKeyDown={cursor.onKeyDown}>
      <table ref={list.tableRef} className="table" aria-busy={list.isFetching}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {parts.selectable ? (
              <th scope="col" data-choice="">
                <PageCheckbox table={table} />
              </th>
            ) : null}
            <ColumnHeads
              columns={columns}
              hasActions={parts.rowActions !== undefined}
              isPinned
              widths={widths}
              edge={({ id }) => <ColumnEdge onWidth={(px) => list.setWidth(id, px)} />}
            />
          </tr>
        </thead>
        <tbody
          ref={(body) => {
            cursor.bodyRef.current = body;
          }}
        >
          {table.getRowModel().rows.map((row, index) => (
            <Row
              key={row.id}
              row={row}
              index={index}
              columns={columns}
              widths={widths}
              parts={parts}
              isCurrent={cursor.cursor === index}
              onCurrent={cursor.setCursor}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The first load: the head and as many rows as a page usually has, at their height. */
export function TableSkeleton({ columns }: { columns: number }) {
  const t = useTranslations('common.table');
  return (
    <div role="status" data-skeleton data-growing>
      <span className="sr-only">{t('loading')}</span>
      <div aria-hidden="true" className="h-(--row-head) border-b border-line bg-sunken" />
      {Array.from({ length: 10 }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
          key={row}
          aria-hidden="true"
          className="flex h-(--row) items-center gap-6 border-b border-line px-(--panel-pad) last:border-b-0"
        >
          {Array.from({ length: Math.min(columns, 6) }, (_, cell) => (
            <i
              // biome-ignore lint/suspicious/noArrayIndexKey: nor have the cells
              key={cell}
              className="h-2.5 flex-1 rounded-[1px] bg-(--chart-split) max-sm:nth-[n+3]:hidden"
              style={{ maxWidth: `${(((row % 2) * 7 + cell * 13) % 5) * 24 + 60}px` }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
