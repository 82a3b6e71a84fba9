'use client';

import { useDomains } from '@/components/guard/domains/use-domains';

/** The domains that refer to a policy, among the newest ones the caller sees: the API has no filter by policy. */
export function usePolicyDomains(policy_id: string) {
  const found = useDomains();
  return { ...found, domains: found.domains?.filter((domain) => domain.policy_id === policy_id) };
}
