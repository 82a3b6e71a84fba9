'use client';

import { useQuery } from '@tanstack/react-query';
import { fetchPages } from '@/components/data-table/fetch-pages';
import { usePermission } from '@/components/layout/session';
import { domains } from '@/lib/guard/domains/contract';

/** How many domains are looked through: the API has no filter by policy. */
export const DOMAINS_SEARCHED = 1000;

/**
 * The domains that refer to a policy, among the newest ones the caller sees; `isWhole` says that these were all.
 * Without the permission to list domains nothing is known, and `isAllowed` says so.
 */
export function usePolicyDomains(policy_id: string) {
  const isAllowed = usePermission()('guard.domain.list');
  const { data, error, refetch } = useQuery({
    queryKey: [domains.list.path, 'first', DOMAINS_SEARCHED],
    queryFn: ({ signal }) => fetchPages(domains.list, { query: {} }, DOMAINS_SEARCHED, { signal }),
    enabled: isAllowed,
  });
  return {
    isAllowed,
    domains: data?.list.filter((domain) => domain.policy_id === policy_id),
    isWhole: data !== undefined && data.total <= data.list.length,
    error,
    refetch,
  };
}
