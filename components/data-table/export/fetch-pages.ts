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

/** Every row that matches, page by page, at most `limit` of them; `total` says how many there are. */
export async function fetchPages<E extends ListEndpoint>(
  endpoint: E,
  input: ListInput,
  limit: number,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (done: number, total: number) => void } = {},
): Promise<{ list: RowOf<E>[]; total: number }> {
  const list: RowOf<E>[] = [];
  const met = new Set<string>();
  /** A row moves on to the next page when one is added before it meanwhile. */
  const isNew = (row: RowOf<E>) => {
    const text = JSON.stringify(row);
    if (met.has(text)) return false;
    met.add(text);
    return true;
  };
  for (let page = 1; ; page++) {
    const got = await fetchPage(endpoint, { ...input, query: { ...input.query, page, size: LARGEST_PAGE } }, signal);
    list.push(...got.list.filter(isNew));
    onProgress?.(Math.min(list.length, limit), Math.min(got.total, limit));
    const isLast = got.list.length < LARGEST_PAGE || list.length >= got.total;
    if (isLast || list.length >= limit) return { list: list.slice(0, limit), total: got.total };
  }
}
