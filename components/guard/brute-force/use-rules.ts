'use client';

import { useQuery } from '@tanstack/react-query';
import { usePermission } from '@/components/layout/account/session';
import { query } from '@/lib/api/client';
import { bruteForce } from '@/lib/guard/brute-force/contract';

export const BRUTE_FORCE = 'guard.domain.bruteforce';

export const rulesQuery = (domain_id: string) => query(bruteForce.list, { params: { id: domain_id } });

/** The brute-force rules of a domain; undefined until they came, or where the caller may not see them. */
export function useRules(domain_id: string) {
  const isAllowed = usePermission()(BRUTE_FORCE);
  const { data, error, refetch } = useQuery({ ...rulesQuery(domain_id), enabled: isAllowed });
  return { isAllowed, parts: data?.list, error, refetch: () => void refetch() };
}
