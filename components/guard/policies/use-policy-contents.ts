'use client';

import { useQuery } from '@tanstack/react-query';
import { query } from '@/lib/api/client';
import { policies } from '@/lib/guard/policies/contract';

/** What a policy holds and where it applies, in numbers; undefined until they came. */
export function usePolicyContents(policy_id: string) {
  return useQuery(query(policies.contents, { params: { id: policy_id } }));
}
