'use client';

import { useTranslations } from 'next-intl';
import { type MouseEvent, memo } from 'react';
import { IconButton } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Menu, type MenuEntry } from '@/components/ui/menu';
import { ColumnHeads } from '../columns/column-heads';
import type { Column } from '../columns/types';
import type { ListScreen } from '../pages/use-list-screen';
import { type Selection, useChosen } from '../selection/use-selection';
import { RowOpen, type RowOpening } from './row-open';
import type { useRowCursor } from './use-row-cursor';

export type RowParts<Row> = RowOpening<Row> & {
  rowId: (row: Row) => string;
  /** Words for the row in names of controls; the text of the identity. */
  rowName: (row: Row) => string;
  rowActions?: (row: Row) => readonly MenuEntry[];
  /** The row shown beside the list. */
  openRowId?: string | null;
  selectable: boolean;
  selection: Selection<Row>;
};

/** A click anywhere in the row opens it, unless it was meant for something inside or selects text. */
function isForTheRow(event: MouseEvent): boolean {
  if (window.getSelection()?.toString()) return false;
  return event.target instanceof Element && !event.target.closest('a, button, input, label, [role]:not(tr, td, table)');
}

type RowProps<R extends object> = {
  row: R;
  index: number;
  columns: readonly Column<R>[];
  parts: RowParts<R>;
  /** The row cursor is here. */
  isCurrent: boolean;
  onCurrent: (index: number) => void;
};

function PlainRow<R extends object>({ row, index, columns, parts, isCurrent, onCurrent }: RowProps<R>) {
  const t = useTranslations('common.table');
  const id = parts.rowId(row);
  const name = parts.rowName(row);
  const isSelected = useChosen(parts.selection, (rows) => rows.has(id));
  const actions = parts.rowActions?.(row) ?? [];
  return (
    <tr
      data-row=""
      tabIndex={-1}
      data-selected={isSelected || parts.openRowId === id ? '' : undefined}
      data-cursor={isCurrent ? '' : undefined}
      onFocus={() => onCurrent(index)}
      onClick={(event) => {
        if (!isForTheRow(event)) return;
        if (parts.onOpenRow) parts.onOpenRow(row);
        else event.currentTarget.querySelector<HTMLElement>('[data-row-open]')?.click();
      }}
    >
      {parts.selectable ? (
        <td className="w-9">
          <Checkbox
            name={t('select_row', { name })}
            checked={isSelected}
            onChange={(on) => parts.selection.toggle([row], on)}
          />
        </td>
      ) : null}
      {columns.map((column, i) => (
        <td key={column.id} data-align={column.align}>
          {i === 0 ? (
            <RowOpen row={row} rowHref={parts.rowHref} onOpenRow={parts.onOpenRow}>
              {column.cell(row)}
            </RowOpen>
          ) : (
            column.cell(row)
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
function PageCheckbox<R extends object>({ rows, parts }: { rows: readonly R[]; parts: RowParts<R> }) {
  const t = useTranslations('common.table');
  const { selection, rowId } = parts;
  const count = useChosen(selection, (chosen) => rows.filter((row) => chosen.has(rowId(row))).length);
  return (
    <Checkbox
      name={t('select_page')}
      checked={count > 0 && count === rows.length}
      mixed={count > 0 && count < rows.length}
      onChange={(on) => selection.toggle(rows, on)}
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
  const columns = list.visibleColumns;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the controls inside
    <div className="overflow-x-auto" onKeyDown={cursor.onKeyDown}>
      <table className="table" aria-busy={list.isFetching}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {parts.selectable ? (
              <th scope="col">
                <PageCheckbox rows={list.rows} parts={parts} />
              </th>
            ) : null}
            <ColumnHeads columns={columns} hasActions={parts.rowActions !== undefined} />
          </tr>
        </thead>
        <tbody
          ref={(body) => {
            cursor.bodyRef.current = body;
          }}
        >
          {list.rows.map((row, index) => (
            <Row
              key={parts.rowId(row)}
              row={row}
              index={index}
              columns={columns}
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
    <div role="status">
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
              style={{ maxWidth: `${((row * 7 + cell * 13) % 5) * 24 + 60}px` }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
