'use client';

import { useQuery } from '@tanstack/react-query';
import { usePermission } from '@/components/layout/account/session';
import { query } from '@/lib/api/client';
import { APPROVED, domains } from '@/lib/guard/domains/contract';

/** While somebody has to decide, and after it, while certificate or nodes may still come. */
const DECISION_MS = 5_000;
const REST_MS = 15_000;

/** The current domain, asked again by itself while `isWanted`. */
export function useLiveDomain(domain_id: string, isWanted = true) {
  const isAllowed = usePermission()('guard.domain.view');
  const { data, error } = useQuery({
    ...query(domains.view, { params: { id: domain_id } }),
    enabled: isAllowed && isWanted,
    refetchInterval: ({ state }) => (state.data?.audit_status === APPROVED ? REST_MS : DECISION_MS),
  });
  return { domain: data, isAllowed, error };
}
