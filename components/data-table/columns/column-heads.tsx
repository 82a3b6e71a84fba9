'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Column } from './types';

type Sized = Pick<Column<never>, 'width' | 'cut'>;

/** How wide a head is: as its column says, or exactly as wide as the reader made it. */
function widthOf({ width, cut }: Sized, sized: number | undefined) {
  if (sized !== undefined) return { width: sized, minWidth: sized, maxWidth: sized };
  return { width, minWidth: cut };
}

/** How wide the cells below a head may be, where the column or the reader says so. */
export const cellWidthOf = ({ cut }: Sized, sized?: number) => ({ maxWidth: sized ?? (cut === undefined ? cut : 0) });

/** The head cells of a table's columns, and of the column of row actions where it has one. */
export function ColumnHeads<Row extends object>({
  columns,
  hasActions,
  isPinned = false,
  widths = {},
  edge,
}: {
  columns: readonly Column<Row>[];
  hasActions: boolean;
  /** The first column stays in sight when the others scroll sideways. */
  isPinned?: boolean;
  /** Widths the reader gave, in px by column. */
  widths?: Readonly<Record<string, number>>;
  /** What makes a column wider, at its right edge. */
  edge?: (column: Column<Row>) => ReactNode;
}) {
  const t = useTranslations('common.table');
  return (
    <>
      {columns.map((column, i) => (
        <th
          key={column.id}
          scope="col"
          data-column={column.id}
          data-align={column.align}
          data-pinned={isPinned && i === 0 ? '' : undefined}
          style={widthOf(column, widths[column.id])}
        >
          {column.header}
          {edge?.(column)}
        </th>
      ))}
      {hasActions ? (
        <th scope="col">
          <span className="sr-only">{t('actions')}</span>
        </th>
      ) : null}
    </>
  );
}
