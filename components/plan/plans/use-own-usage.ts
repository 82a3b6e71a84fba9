'use client';

import { useQuery } from '@tanstack/react-query';
import { useSession } from '@/components/layout/account/session';
import { query } from '@/lib/api/client';
import { plans } from '@/lib/plan/plans/contract';

/** What the reader's account uses of its plan; null for staff, who are no tenant and have no plan. */
export function useOwnUsage(enabled = true) {
  const { is_platform } = useSession();
  return useQuery({
    ...query(plans.usage, {}),
    enabled,
    select: (usage) => (is_platform && usage.plan === null ? null : usage),
  });
}
