'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { useIsPhone } from '@/components/layout/page/use-media-query';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Panel } from '@/components/ui/content/panel';
import type { MenuEntry } from '@/components/ui/overlays/menu';
import { NoMatch, NoPermission } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Note } from '@/components/ui/states/note';
import { Refusal } from '@/components/ui/states/refusal';
import { whenOnline } from '@/components/ui/states/when-online';
import type { BulkAction } from './columns/types';
import { chipsOf, useFilterWords } from './filters/filter-words';
import { Toolbar } from './filters/toolbar';
import { Pager } from './pages/pager';
import type { ListScreen } from './pages/use-list-screen';
import type { PhoneRows as PhoneRowsPart } from './rows/phone-rows';
import type { RowOpening } from './rows/row-open';
import { type RowParts, TableBody, TableSkeleton } from './rows/table-body';
import { useRowCursor } from './rows/use-row-cursor';
import { LazySelectionBar } from './selection/lazy-selection-bar';

// Only phones draw it; until it is there they see what they saw while the rows were on their way.
const PhoneRows = dynamic(
  whenOnline(() => import('./rows/phone-rows').then((part) => part.PhoneRows)),
  {
    ssr: false,
    loading: () => <TableSkeleton columns={2} />,
  },
) as typeof PhoneRowsPart;

export type DataTableProps<Row extends object> = RowOpening<Row> & {
  list: ListScreen<Row>;
  /** What the table lists, for assistive technology. */
  caption: string;
  /** The name of a row in words: its identity. */
  rowName: (row: Row) => string;
  /** Shown when there is nothing at all: a `NothingYet`. */
  empty: ReactNode;
  rowActions?: (row: Row) => readonly MenuEntry[];
  bulk?: readonly BulkAction<Row>[];
  /** The row whose drawer is open. */
  openRowId?: string | null;
  /** Extra controls of the toolbar. */
  toolbar?: ReactNode;
  /** Shown when nothing matches, of a list that is narrowed by more than its own filters. */
  noMatch?: ReactNode;
};

/** The last refresh or search failed, but what was there is still shown, with its age and what it belongs to. */
function StaleNote<Row extends object>({ list }: { list: ListScreen<Row> }) {
  const t = useTranslations('common.table');
  const failure = useTranslations('common.error');
  const format = useFormat();
  const time = format.clock(list.updatedAt);
  const failed = list.searched ? t('search_failed', { query: list.searched }) : t('filter_failed');
  const title = list.isBefore ? failed : t('stale', { time });
  return (
    <Note
      meaning="pending"
      icon="clock"
      role="status"
      title={title}
      className="m-2"
      action={
        <button type="button" className="link" onClick={list.refresh}>
          {list.isBefore ? failure('retry') : t('refresh_now')}
        </button>
      }
    >
      {list.isBefore ? <Refusal error={list.error} /> : null}{' '}
      {t(list.isBefore ? 'before_text' : 'stale_text', { time })}
    </Note>
  );
}

/** Nothing matches, in the words of the search and of the filters. */
function WithoutMatch<Row extends object>({ list }: { list: ListScreen<Row> }) {
  const words = useFilterWords();
  return (
    <NoMatch
      query={list.searched}
      filters={chipsOf(list.filters, list.values, words, true)}
      isSoFar={list.searchedUntil !== null}
      onClear={list.clearFilters}
    />
  );
}

/**
 * The list of a resource: toolbar, rows, selection, pager, and the states that are not rows. Nothing yet, no match, no
 * permission, error and loading are five different things. `rowHref` opens a page, `onOpenRow` something beside it.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { list, caption, rowName, empty, rowActions, bulk = [], openRowId, rowHref, onOpenRow, toolbar } = props;
  const { noMatch = <WithoutMatch list={list} /> } = props;
  const isPhone = useIsPhone();
  const searchRef = useRef<HTMLInputElement>(null);
  const { rows, table } = list;
  const selectable = bulk.length > 0;
  const toggleAt = useCallback((index: number) => table.getRowModel().rows[index]?.toggleSelected(), [table]);
  const cursor = useRowCursor({ count: rows.length, searchRef, onSelect: selectable ? toggleAt : undefined });
  // The same object as long as nothing in it is another, so that moving the row cursor draws only the rows it touches.
  const parts = useMemo<RowParts<Row>>(
    () => ({ rowName, rowActions, openRowId, rowHref, onOpenRow, selectable }),
    [rowName, rowActions, openRowId, rowHref, onOpenRow, selectable],
  );

  if (list.isForbidden) {
    return (
      <Panel padded={false}>
        <NoPermission permission={list.permission ?? ''} />
      </Panel>
    );
  }
  const hasRows = rows.length > 0;
  const isFirstFailure = list.error !== null && !hasRows && !list.isFetching;
  // Another panel, not the one that loads: what it says has not moved there.
  if (list.isEmpty)
    return (
      <Panel key="empty" padded={false}>
        {empty}
      </Panel>
    );
  const pager = hasRows && !list.isBefore ? <Pager list={list} /> : null;
  const isWithoutMatch = !hasRows && !list.isLoading && !isFirstFailure;
  return (
    <Panel padded={false} className="relative">
      <Toolbar list={list} searchRef={searchRef}>
        {toolbar}
      </Toolbar>
      {list.error && hasRows ? <StaleNote list={list} /> : null}
      {list.isLoading && !isFirstFailure ? <TableSkeleton columns={list.columns.length} /> : null}
      {isFirstFailure ? (
        <ErrorState name={caption} error={list.error} permission={list.permission} onRetry={list.refresh} />
      ) : null}
      {isWithoutMatch ? noMatch : null}
      {hasRows && isPhone ? <PhoneRows list={list} parts={parts} caption={caption} foot={pager} /> : null}
      {hasRows && !isPhone ? <TableBody list={list} parts={parts} cursor={cursor} caption={caption} /> : null}
      {selectable ? <LazySelectionBar list={list} bulk={bulk} rowName={rowName} /> : null}
      {isPhone ? null : pager}
    </Panel>
  );
}
