'use client';

import { useQuery } from '@tanstack/react-query';
import { fetchPages } from '@/components/data-table/fetch-pages';
import { usePermission } from '@/components/layout/session';
import { policies } from '@/lib/guard/policies/contract';

/** More policies than this are not offered by name. */
const POLICIES_READ = 1000;

/**
 * The policies the caller can choose, newest first, asked once for all screens; `nameOf` is undefined where a policy
 * is not known, or not known yet. Without the permission to list policies there are none.
 */
export function usePolicies() {
  const isAllowed = usePermission()('guard.policy.list');
  const { data, isPending } = useQuery({
    queryKey: [policies.list.path, 'first', POLICIES_READ],
    queryFn: ({ signal }) => fetchPages(policies.list, { query: {} }, POLICIES_READ, { signal }),
    enabled: isAllowed,
    staleTime: 60_000,
  });
  const list = data?.list ?? [];
  const names = new Map(list.map((policy) => [policy.policy_id, policy.name]));
  return {
    isAllowed,
    isLoading: isAllowed && isPending,
    policies: list,
    nameOf: (policy_id: string) => names.get(policy_id),
  };
}
