'use client';

import type { ReactNode } from 'react';
import { Link } from '@/components/ui/controls/link';

/** How a row opens: a page of its own, or something beside the list. */
export type RowOpening<Row> = { rowHref?: (row: Row) => string; onOpenRow?: (row: Row) => void };

/** The identity of a row as what opens it. */
export function RowOpen<Row>({
  row,
  rowHref,
  onOpenRow,
  children,
}: RowOpening<Row> & { row: Row; children: ReactNode }) {
  const className = 'min-w-0 max-w-full truncate rounded-1 text-left align-middle font-medium hover:text-accent';
  if (rowHref) {
    return (
      <Link href={rowHref(row)} data-row-open="" className={className}>
        {children}
      </Link>
    );
  }
  if (onOpenRow) {
    return (
      <button type="button" data-row-open="" className={className} onClick={() => onOpenRow(row)}>
        {children}
      </button>
    );
  }
  return <span className="font-medium">{children}</span>;
}
