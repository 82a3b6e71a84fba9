'use client';

import { useQuery } from '@tanstack/react-query';
import { fetchPages } from '@/components/data-table/export/fetch-pages';
import { usePermission } from '@/components/layout/account/session';
import { domains } from '@/lib/guard/domains/contract';

/** How many domains are looked through where the API has no filter for what is sought. */
export const DOMAINS_SEARCHED = 1000;

/**
 * The newest domains the caller sees, asked once for all screens; `isWhole` says that these are all. Without the
 * permission to list domains nothing is known, and `isAllowed` says so.
 */
export function useDomains() {
  const isAllowed = usePermission()('guard.domain.list');
  const { data, error, refetch } = useQuery({
    queryKey: [domains.list.path, 'first', DOMAINS_SEARCHED],
    queryFn: ({ signal }) => fetchPages(domains.list, { query: {} }, DOMAINS_SEARCHED, { signal }),
    enabled: isAllowed,
  });
  return {
    isAllowed,
    domains: data?.list,
    isWhole: data !== undefined && data.total <= data.list.length,
    error,
    refetch,
  };
}
