'use client';

import { useState } from 'react';
import { PageRange, PageSteps, pagesOf, type Stretch } from './page-steps';

export type LocalPages<Row> = Stretch & { shown: readonly Row[]; setPage: (page: number) => void };

/** Rows that came whole, one page of them at a time; rows that went take the reader back to the last page there is. */
export function useLocalPages<Row>(rows: readonly Row[], size: number): LocalPages<Row> {
  const [wanted, setPage] = useState(1);
  const total = rows.length;
  const page = Math.min(wanted, pagesOf({ size, total }));
  return { page, size, total, setPage, shown: rows.slice((page - 1) * size, page * size) };
}

/** The foot of a `SimpleTable` whose rows are paged here; nothing where they fit on one page. */
export function LocalPager<Row>({ pages }: { pages: LocalPages<Row> }) {
  if (pages.total <= pages.size) return null;
  return (
    <div className="flex h-11 items-center gap-2 border-t border-line px-(--panel-pad) text-12 text-ink-2">
      <PageRange stretch={pages} />
      <span className="flex-1" />
      <PageSteps stretch={pages} onPage={pages.setPage} />
    </div>
  );
}
