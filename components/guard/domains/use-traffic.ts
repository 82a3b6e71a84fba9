'use client';

import { useMemo } from 'react';
import type { DashboardState } from '@/components/analytics/dashboard/range';
import { useBatch } from '@/components/analytics/dashboard/use-batch';
import { figureOf } from '@/components/analytics/overview/figures';
import { usePermission } from '@/components/layout/account/session';

const PAGE = 'overview';
const KEYS = ['requests_total', 'requests_by_verdict'] as const;
export const TRAFFIC_VIEW = 'analytics.overview.view';

/**
 * What a domain's traffic was in the last 24 hours: `requests` in all, null while unknown or where the caller may not
 * see it, and the batch its chart is drawn from.
 */
export function useTraffic(domain_id: string) {
  const isAllowed = usePermission()(TRAFFIC_VIEW);
  const state: DashboardState = useMemo(
    () => ({ time_window: 'last_24h', stime: null, etime: null, domain_id, compare: false, refresh: 'off' }),
    [domain_id],
  );
  const batch = useBatch(PAGE, KEYS, state, isAllowed);
  return { isAllowed, state, batch, requests: figureOf(batch.data?.nodes.requests_total, 'requests') };
}
