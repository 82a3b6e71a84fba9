'use client';

import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import type { ChartFilter } from '@/lib/analytics/filters/contract';
import { type DashboardState, dashboardParsers, type RangeName } from './range';

/** The dashboard's state in the URL, and the few ways it changes. */
export function useDashboard() {
  const [raw, set] = useQueryStates(dashboardParsers, { history: 'push' });
  const { time_window, stime, etime, domain_id, filter: filters, compare, refresh } = raw;
  const state: DashboardState = useMemo(
    () => ({ time_window, stime, etime, domain_id, filters, compare, refresh }),
    [time_window, stime, etime, domain_id, filters, compare, refresh],
  );
  return useMemo(
    () => ({
      state,
      set,
      setFilters: (filters: ChartFilter[]) => set({ filter: filters }),
      setDomain: (domain_id: string | null) => set({ domain_id }),
      setRange: (name: RangeName) => set({ time_window: name, stime: null, etime: null }),
      setWindow: (from: number, to: number) => set({ stime: Math.round(from), etime: Math.round(to) }),
    }),
    [state, set],
  );
}
export type Dashboard = ReturnType<typeof useDashboard>;
