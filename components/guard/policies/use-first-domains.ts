'use client';

import { useQuery } from '@tanstack/react-query';
import { usePermission } from '@/components/layout/account/session';
import { query } from '@/lib/api/client';
import { policies } from '@/lib/guard/policies/contract';

/** Domains that are named where not all of them can be. */
export const NAMED = 5;

/** The first of the domains that a policy protects, by name, and how many there are; asked for where the caller may see domains. */
export function useFirstDomains(policy_id: string, filter: { brute_force?: 'true' } = {}) {
  const isAllowed = usePermission()('guard.domain.list');
  const asked = query(policies.domains, { params: { id: policy_id }, query: { ...filter, size: NAMED } });
  const { data, error } = useQuery({ ...asked, enabled: isAllowed });
  return { isAllowed, domains: data?.list, total: data?.total ?? 0, error };
}
