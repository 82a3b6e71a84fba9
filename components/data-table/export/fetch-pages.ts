import { send, urlOf } from '@/lib/api/client';
import type { Envelope } from '@/lib/api/envelope';
import type { Page } from '@/lib/api/fields';
import type { ListEndpoint, RowOf } from '../columns/types';

const LARGEST_PAGE = 100;

export type ListInput = { params?: Record<string, string>; query: Record<string, string | number> };

/** `searched_until`: of a search that ends after some time, how far it came; null where it came through. */
type Answered<E extends ListEndpoint> = Page<RowOf<E>> & { searched_until?: number | null };

/** One page of a list endpoint. */
export async function fetchPage<E extends ListEndpoint>(
  endpoint: E,
  input: ListInput,
  signal?: AbortSignal,
): Promise<Answered<E>> {
  const response = await send(urlOf(endpoint, input), { method: 'GET', signal });
  return ((await response.json()) as Envelope<Answered<E>>).data;
}

type Reading<Row> = {
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
  /** What a row is known by; by all that it says when not given. */
  rowId?: (row: Row) => string;
};

/** How often a list is read that changes meanwhile. */
const READINGS = 3;

/** All pages once. `isWhole`: no row can have moved from a page that was to come to one that was read before. */
async function readThrough<E extends ListEndpoint>(
  endpoint: E,
  input: ListInput,
  limit: number,
  { signal, onProgress, rowId = JSON.stringify }: Reading<RowOf<E>>,
) {
  const rows = new Map<string, RowOf<E>>();
  let first: number | undefined;
  let total = 0;
  let hasMovedUp = false;
  const read = (page: number, size: number) =>
    fetchPage(endpoint, { ...input, query: { ...input.query, page, size } }, signal);
  /** Whether the place before this page has a row that was read by then: where another came there, those after it moved up. */
  const isKnownBefore = async (page: number) => {
    const [row] = (await read((page - 1) * LARGEST_PAGE, 1)).list;
    return row !== undefined && rows.has(rowId(row));
  };
  for (let page = 1; ; page++) {
    const got = await read(page, LARGEST_PAGE);
    hasMovedUp ||= page > 1 && (got.total < total || !(await isKnownBefore(page)));
    // A row moves on to the next page, and comes again, when one is added before it meanwhile.
    for (const row of got.list) rows.set(rowId(row), row);
    first ??= got.total;
    total = got.total;
    onProgress?.(Math.min(rows.size, limit), Math.min(total, limit));
    const isLast = got.list.length < LARGEST_PAGE || rows.size >= total;
    if (isLast || rows.size >= limit)
      return { rows, total, isWhole: !hasMovedUp && rows.size >= Math.min(first, limit) };
  }
}

/**
 * Every row that matches, page by page, at most `limit` of them; `total` says how many there are. Where rows moved up
 * while pages were read, all are read again.
 */
export async function fetchPages<E extends ListEndpoint>(
  endpoint: E,
  input: ListInput,
  limit: number,
  reading: Reading<RowOf<E>> = {},
): Promise<{ list: RowOf<E>[]; total: number }> {
  const met = new Map<string, RowOf<E>>();
  for (let n = 1; ; n++) {
    const { rows, total, isWhole } = await readThrough(endpoint, input, limit, reading);
    if (isWhole) return { list: [...rows.values()].slice(0, limit), total };
    for (const [id, row] of rows) met.set(id, row);
    if (n === READINGS) return { list: [...met.values()].slice(0, limit), total };
  }
}
