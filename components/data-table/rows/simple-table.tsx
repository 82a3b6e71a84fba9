'use client';

import { type ReactNode, useId } from 'react';
import { useIsPhone } from '@/components/layout/page/use-media-query';
import { cx } from '@/components/ui/cx';
import { ColumnHeads, cellWidthOf } from '../columns/column-heads';
import { fold } from '../columns/fold';
import type { Column } from '../columns/types';
import { useIsNarrow } from '../columns/use-is-narrow';
import { RowOpen, type RowOpening } from './row-open';

/** On a phone there are no column heads, and a figure alone says nothing of what it counts. */
const nameOnPhone = <Row,>({ align, isNamed, header }: Column<Row>) =>
  align === 'right' || isNamed ? `${header} ` : null;

/** A short table that comes whole, inside a panel: no paging, no selection. The same columns as a list's, folded alike. */
export function SimpleTable<Row extends object>({
  rows,
  columns,
  rowId,
  caption,
  rowHref,
  onOpenRow,
  isOpen,
  end,
}: RowOpening<Row> & {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  caption: string;
  /** Whether a row is what is shown beside or below the table. */
  isOpen?: (row: Row) => boolean;
  /** The last cell of a row: one link or a menu. */
  end?: (row: Row) => ReactNode;
}) {
  const isPhone = useIsPhone();
  const isNarrow = useIsNarrow();
  const id = useId();
  const open = { rowHref, onOpenRow };
  if (isPhone) {
    const [identity, ...rest] = columns;
    return (
      <ul aria-label={caption}>
        {rows.map((row) => (
          <li
            key={rowId(row)}
            data-row-id={rowId(row)}
            className="flex items-start gap-2.5 border-b border-line px-3.5 py-2.5 last:border-b-0"
          >
            <div className="min-w-0 flex-1">
              <RowOpen row={row} {...open}>
                {identity?.cell(row)}
              </RowOpen>
              <div className="flex flex-wrap gap-x-2 text-12 text-ink-3">
                {rest
                  .filter((column) => column.phone !== 'state')
                  .map((column) => (
                    <span key={column.id} className="min-w-0 break-words">
                      {nameOnPhone(column)}
                      {column.cell(row)}
                    </span>
                  ))}
              </div>
            </div>
            <div className="flex flex-none flex-col items-end gap-[3px]">
              {rest
                .filter((column) => column.phone === 'state')
                .map((column) => (
                  <span key={column.id}>
                    <span className="text-12 text-ink-3">{nameOnPhone(column)}</span>
                    {column.cell(row)}
                  </span>
                ))}
              {end?.(row)}
            </div>
          </li>
        ))}
      </ul>
    );
  }
  const shown = isNarrow ? fold(columns) : columns;
  return (
    <div className="overflow-x-auto">
      <table className="table" aria-labelledby={id}>
        <caption id={id} className="sr-only">
          {caption}
        </caption>
        <thead>
          <tr>
            <ColumnHeads columns={shown} hasActions={end !== undefined} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowId(row)}
              data-row-id={rowId(row)}
              aria-current={isOpen?.(row) || undefined}
              data-selected={isOpen?.(row) ? '' : undefined}
              data-cursor={isOpen?.(row) ? '' : undefined}
            >
              {shown.map((column, i) => (
                <td
                  key={column.id}
                  data-align={column.align}
                  style={cellWidthOf(column)}
                  className={cx(i === 0 && 'font-medium')}
                >
                  {i === 0 && (rowHref || onOpenRow) ? (
                    <RowOpen row={row} {...open}>
                      {column.cell(row)}
                    </RowOpen>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
              {end ? <td data-align="right">{end(row)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
