'use client';

import { useMemo } from 'react';
import { figureOf } from '@/components/analytics/dashboard/figures';
import type { DashboardState } from '@/components/analytics/dashboard/range';
import { useBatch } from '@/components/analytics/dashboard/use-batch';
import { usePermission } from '@/components/layout/account/session';
import { TRAFFIC_VIEW } from './traffic/traffic-view';

const PAGE = 'overview';
const KEYS = ['requests_total', 'requests_by_verdict'] as const;

/**
 * What a domain's traffic was in the last 24 hours: `requests` in all, null while unknown or where the caller may not
 * see it, and the batch its chart is drawn from.
 */
export function useTraffic(domain_id: string) {
  const isAllowed = usePermission()(TRAFFIC_VIEW);
  const state: DashboardState = useMemo(
    () => ({
      time_window: 'last_24h',
      stime: null,
      etime: null,
      domain_id,
      filters: [],
      compare: false,
      refresh: 'off',
    }),
    [domain_id],
  );
  const batch = useBatch(PAGE, KEYS, state, isAllowed);
  return { isAllowed, state, batch, requests: figureOf(batch.data?.nodes.requests_total, 'requests') };
}
