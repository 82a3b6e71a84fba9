'use client';

import { useQuery } from '@tanstack/react-query';
import { fetchPages } from '@/components/data-table/export/fetch-pages';
import { usePermission } from '@/components/layout/account/session';
import { type Policy, policies } from '@/lib/guard/policies/contract';

/** More policies than this are not offered by name. */
const POLICIES_READ = 1000;

type Known = { list: readonly Policy[]; names: ReadonlyMap<string, string> };

const NONE: Known = { list: [], names: new Map() };

async function readPolicies(signal: AbortSignal): Promise<Known> {
  const { list } = await fetchPages(policies.list, { query: {} }, POLICIES_READ, { signal });
  // Here, so that it is made once for all rows of a list that ask for a name.
  return { list, names: new Map(list.map(({ policy_id, name }) => [policy_id, name])) };
}

/**
 * The policies the caller can choose, newest first, asked once for all screens; `nameOf` is undefined where a policy
 * is not known, or not known yet. Without the permission to list policies there are none.
 */
export function usePolicies() {
  const isAllowed = usePermission()('guard.policy.list');
  const { data = NONE, isPending } = useQuery({
    queryKey: [policies.list.path, 'first', POLICIES_READ],
    queryFn: ({ signal }) => readPolicies(signal),
    enabled: isAllowed,
    staleTime: 60_000,
  });
  return {
    isAllowed,
    isLoading: isAllowed && isPending,
    policies: data.list,
    nameOf: (policy_id: string) => data.names.get(policy_id),
  };
}
