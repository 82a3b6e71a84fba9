'use client';

import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { usePermission, useSession } from '@/components/layout/account/session';
import { useSettled } from '@/components/ui/states/use-settled';
import { useTableSettings } from '../columns/table-settings';
import type { Column, Filter, ListEndpoint, ParamOf, RowOf } from '../columns/types';
import { type ListTable, useListTable } from '../columns/use-list-table';
import { fetchPage, fetchPages, type ListInput } from '../export/fetch-pages';
import { type Selection, useSelection } from '../selection/use-selection';
import { pagesOf } from './page-steps';
import { urlParsers } from './url-state';

export const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_SIZE = 20;
/** A search is asked when the typing pauses; only its request waits, since a late change of the URL would undo a click. */
const SEARCH_PAUSE_MS = 300;

/** The same one always, so that a table without rows is not made anew. */
const NONE: readonly never[] = [];

export type ListOptions<E extends ListEndpoint> = {
  columns: readonly Column<RowOf<E>>[];
  rowId: (row: RowOf<E>) => string;
  filters?: readonly Filter<ParamOf<E>>[];
  /** The parameter the search box fills, and what it says. */
  search?: { param: ParamOf<E>; placeholder: string };
  /** Path parameters. */
  params?: Record<string, string>;
  /** Query parameters always sent and never in the URL. */
  fixed?: Partial<Record<ParamOf<E>, string | number>>;
  /** For a second list on one page: its URL parameters begin with this. */
  prefix?: string;
  /** The last row that pages reach, where the endpoint has one. */
  reach?: number;
  /** Polls in ms while the page is visible; for lists whose rows change by themselves. */
  refreshEvery?: number;
};

export type ListScreen<Row extends object> = {
  columns: readonly Column<Row>[];
  /** Ids of the columns that are hidden only because the window is narrow. */
  yielded: readonly string[];
  /** The columns shown, in the order the reader gave them. */
  visibleColumns: readonly Column<Row>[];
  filters: readonly Filter<string>[];
  search: { param: string; placeholder: string } | undefined;
  /** The query parameters in the URL, as written and valid. */
  values: Readonly<Record<string, string | null>>;
  /** Sets filters and returns to the first page; null takes one away. */
  setValues: (changes: Record<string, string | null>, history?: 'push' | 'replace') => void;
  isFiltered: boolean;
  clearFilters: () => void;
  /** There is nothing at all, rather than nothing that matches. */
  isEmpty: boolean;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  total: number;
  /** How far the search came, in Unix ms, where it did not come through: `total` counts up to there. */
  searchedUntil: number | null;
  reach?: number;
  page: number;
  size: number;
  setPage: (page: number) => void;
  setSize: (size: number) => void;
  /** Columns and rows as the table has them: order, visibility, width, selection. */
  table: ListTable<Row>;
  /** The table in the page, while there is one. */
  tableRef: RefObject<HTMLTableElement | null>;
  /** Widths the reader gave, in px by column. */
  widths: Readonly<Record<string, number>>;
  /** Gives a column a width in px; null lets it find its own again. */
  setWidth: (id: string, px: number | null) => void;
  /** Columns as they are when nobody touched them. */
  resetColumns: () => void;
  selection: Selection<Row>;
  /** Nothing has arrived yet. */
  isLoading: boolean;
  isFetching: boolean;
  /** The last answer; with rows present it means that they are stale. */
  error: unknown;
  /** The rows are those of the search before this one, which failed. */
  isBefore: boolean;
  /** What is searched for, once the typing paused. */
  searched: string | null;
  updatedAt: number;
  refresh: () => void;
  /** The permission the list itself needs, and whether the caller lacks it. */
  permission: string | undefined;
  isForbidden: boolean;
  /** Every row that matches, page by page, at most `limit`; for export and "select all". */
  fetchAll: (limit: number, onProgress?: (done: number, total: number) => void) => Promise<Row[]>;
};

function present(values: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== null));
}

/** The URL as the state of a list: parameters the endpoint's schema takes, and paging. */
function useListUrl(endpoint: ListEndpoint, prefix: string | undefined) {
  const parsers = useMemo(() => urlParsers(endpoint.query), [endpoint]);
  const urlKeys = useMemo(
    () => Object.fromEntries(Object.keys(parsers).map((name) => [name, prefix ? `${prefix}_${name}` : name])),
    [parsers, prefix],
  );
  return useQueryStates(parsers, { urlKeys });
}

/** The last answer that arrived, whatever it was asked with, and when; null before the first. */
function useLastAnswer<D>({
  data,
  isPlaceholderData,
  dataUpdatedAt,
}: UseQueryResult<D>): { data: D; at: number } | null {
  const [last, setLast] = useState<{ data: D; at: number } | null>(null);
  if (data !== undefined && !isPlaceholderData && data !== last?.data) setLast({ data, at: dataUpdatedAt });
  return last;
}

/**
 * A list screen over a paged endpoint. The URL is its state, the server pages, and the last good rows stay in sight
 * while newer ones are on their way. Hand the result to `DataTable`. Columns, filters and rowId should be stable or
 * cheap; they are read on each render.
 */
export function useListScreen<E extends ListEndpoint>(endpoint: E, options: ListOptions<E>): ListScreen<RowOf<E>> {
  type Row = RowOf<E>;
  const { columns, rowId, filters = [], search, params, fixed, prefix, refreshEvery } = options;
  const { user } = useSession();
  const can = usePermission();
  const permission = typeof endpoint.permission === 'string' ? endpoint.permission : undefined;
  const isForbidden = permission !== undefined && permission !== 'public' && !can(permission);

  const [values, setUrl] = useListUrl(endpoint, prefix);
  const rowIdRef = useRef(rowId);
  rowIdRef.current = rowId;
  const stableRowId = useCallback((row: Row) => rowIdRef.current(row), []);
  const selection = useSelection<Row>(stableRowId);
  const settings = useTableSettings(`${user.user_id}.${prefix ?? ''}${endpoint.path}`, columns);

  const page = Number(values.page ?? 1);
  const size = Number(values.size ?? DEFAULT_SIZE);
  const typed = search ? (values[search.param] ?? null) : null;
  const searched = useSettled(typed, SEARCH_PAUSE_MS);
  const asked = search ? { ...values, [search.param]: searched } : values;
  const query = { ...present(asked), ...(fixed as Record<string, string | number> | undefined), page, size };
  const input: ListInput = { ...(params ? { params } : {}), query };
  const result = useQuery({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => fetchPage(endpoint, input, signal),
    placeholderData: keepPreviousData,
    enabled: !isForbidden,
    refetchInterval: refreshEvery ?? false,
  });
  const before = useLastAnswer(result);
  const isBefore = result.isError && result.data === undefined && before !== null;
  const shown = isBefore ? before.data : result.data;
  const rows: readonly Row[] = shown?.list ?? NONE;
  const total = shown?.total ?? 0;
  useEffect(() => selection.refresh(rows), [selection, rows]);

  // A page that emptied, because its last rows were deleted, gives way to the last one that has any.
  const lastPage = pagesOf({ size, total, reach: options.reach });
  const isBeyond = result.isSuccess && !result.isPlaceholderData && total > 0 && page > lastPage;
  useEffect(() => {
    if (isBeyond) void setUrl({ page: lastPage === 1 ? null : String(lastPage) }, { history: 'replace' });
  }, [isBeyond, lastPage, setUrl]);

  const table = useListTable<Row>({ columns, rows, rowId: stableRowId, settings, selection });
  const tableRef = useRef<HTMLTableElement>(null);
  const visibleColumns = table
    .getVisibleLeafColumns()
    .flatMap(({ id }) => columns.find((column) => column.id === id) ?? []);
  const setWidth: ListScreen<Row>['setWidth'] = (id, px) =>
    table.setColumnSizing(({ [id]: _before, ...others }) => (px === null ? others : { ...others, [id]: px }));

  const filterNames = Object.keys(values).filter((name) => name !== 'page' && name !== 'size');
  const setValues: ListScreen<Row>['setValues'] = (changes, history = 'push') => {
    selection.clear();
    void setUrl({ ...changes, page: null }, { history });
  };
  const fetchAll: ListScreen<Row>['fetchAll'] = async (limit, onProgress) =>
    (await fetchPages(endpoint, input, limit, { onProgress, rowId })).list;

  const hasFilter = (of: typeof values) => filterNames.some((name) => of[name] !== null);
  return {
    columns,
    yielded: settings.yielded,
    visibleColumns,
    filters: filters as readonly Filter<string>[],
    search,
    values,
    setValues,
    isFiltered: hasFilter(values),
    isEmpty: result.isSuccess && !result.isPlaceholderData && total === 0 && !hasFilter(asked) && page === 1,
    clearFilters: () => setValues(Object.fromEntries(filterNames.map((name) => [name, null]))),
    rows,
    rowId: stableRowId,
    total,
    searchedUntil: shown?.searched_until ?? null,
    reach: options.reach,
    page,
    size,
    setPage: (to) => void setUrl({ page: to <= 1 ? null : String(to) }, { history: 'push' }),
    setSize: (to) => void setUrl({ size: to === DEFAULT_SIZE ? null : String(to), page: null }, { history: 'push' }),
    table,
    tableRef,
    widths: settings.settings.widths,
    setWidth,
    resetColumns: () => settings.save(null),
    selection,
    isLoading: result.isPending && !isForbidden,
    isFetching: result.isFetching,
    error: result.error,
    isBefore,
    searched,
    updatedAt: isBefore ? before.at : result.dataUpdatedAt,
    refresh: () => void result.refetch(),
    permission,
    isForbidden,
    fetchAll,
  };
}
