'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
import { usePermission } from '@/components/layout/account/session';
import { call } from '@/lib/api/client';
import { MAX_GROUPS, type WafGroup, wafGroups } from '@/lib/guard/waf-groups/contract';

import { WAF_GROUPS } from './permissions';

/** A group as a part of its policy: it is named by its tag. */
export type PolicyGroup = WafGroup & { id: number };

export const groupsQuery = (policy_id: string) => {
  const input = { query: { policy_id, size: MAX_GROUPS } };
  return queryOptions({
    queryKey: [wafGroups.list.path, input],
    queryFn: async ({ signal }): Promise<{ list: PolicyGroup[] }> => {
      const { list } = await call(wafGroups.list, input, signal);
      return { list: list.map((group) => ({ ...group, id: group.tag })) };
    },
  });
};

/** The WAF rule groups of a policy, newest first; undefined until they came, or where the caller may not see them. */
export function useGroups(policy_id: string) {
  const isAllowed = usePermission()(WAF_GROUPS.list);
  const { data, error, refetch } = useQuery({ ...groupsQuery(policy_id), enabled: isAllowed });
  return { isAllowed, parts: data?.list, error, refetch: () => void refetch() };
}
