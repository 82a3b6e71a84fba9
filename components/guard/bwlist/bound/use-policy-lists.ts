'use client';

import { useQuery } from '@tanstack/react-query';
import { usePermission } from '@/components/layout/account/session';
import { query } from '@/lib/api/client';
import { bwlist, MAX_SETS_OF_POLICY } from '@/lib/guard/bwlist/contract';

/** The lists of a policy, all of them; undefined until they came, or where the caller may not see them. */
export function usePolicyLists(policy_id: string) {
  const isAllowed = usePermission()('guard.bwlist.list');
  const { data, error, refetch } = useQuery({
    ...query(bwlist.list, { query: { policy_id, size: MAX_SETS_OF_POLICY } }),
    enabled: isAllowed,
  });
  return { isAllowed, lists: data?.list, error, refetch: () => void refetch() };
}
