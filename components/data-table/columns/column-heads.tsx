'use client';

import { useTranslations } from 'next-intl';
import type { Column } from './types';

/** The head cells of a table's columns, and of the column of row actions where it has one. */
export function ColumnHeads<Row extends object>({
  columns,
  hasActions,
}: {
  columns: readonly Column<Row>[];
  hasActions: boolean;
}) {
  const t = useTranslations('common.table');
  return (
    <>
      {columns.map((column) => (
        <th
          key={column.id}
          scope="col"
          data-align={column.align}
          style={column.width ? { width: column.width } : undefined}
        >
          {column.header}
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
