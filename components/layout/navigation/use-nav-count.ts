'use client';

import { useQuery } from '@tanstack/react-query';
import { send, urlOf } from '@/lib/api/client';
import type { Page } from '@/lib/api/fields';
import type { NavItem } from './nav-items';

const EVERY_MS = 60_000;

/** How much waits behind a navigation item; 0 until it is known, and for an item that counts nothing. */
export function useNavCount({ count }: NavItem): number {
  const total = useQuery({
    // Begins with the path, so whatever refreshes the resource refreshes the figure.
    queryKey: [count, 'total'],
    enabled: count !== undefined,
    refetchInterval: EVERY_MS,
    queryFn: async ({ signal }) => {
      const response = await send(urlOf({ path: count ?? '' }, { query: { size: 1 } }), { method: 'GET', signal });
      const { data } = (await response.json()) as { data: Page<unknown> };
      return data.total;
    },
  });
  return total.data ?? 0;
}
