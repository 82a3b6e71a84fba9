'use client';

import { useQuery } from '@tanstack/react-query';
import { send, urlOf } from '@/lib/api/client';
import type { Page } from '@/lib/api/fields';
import type { NavItem } from './nav';

const EVERY_MS = 60_000;

/** How much waits behind a navigation item; 0 until it is known, and for an item that counts nothing. */
export function useNavCount({ count }: NavItem): number {
  const total = useQuery({
    // Begins with the path, so whatever refreshes the resource refreshes the figure.
    queryKey: [count?.path, 'total', count?.queries],
    enabled: count !== undefined,
    refetchInterval: EVERY_MS,
    queryFn: async ({ signal }) => {
      const { path = '', queries = [] } = count ?? {};
      const totals = await Promise.all(
        queries.map((query) => totalOf(urlOf({ path }, { query: { ...query, size: 1 } }), signal)),
      );
      return totals.reduce((sum, each) => sum + each, 0);
    },
  });
  return total.data ?? 0;
}

async function totalOf(url: string, signal: AbortSignal): Promise<number> {
  const response = await send(url, { method: 'GET', signal });
  const { data } = (await response.json()) as { data: Page<unknown> };
  return data.total;
}
