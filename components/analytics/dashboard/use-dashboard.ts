'use client';

import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { type DashboardState, dashboardParsers, type RangeName } from './range';

/** The dashboard's state in the URL, and the few ways it changes. */
export function useDashboard() {
  const [raw, set] = useQueryStates(dashboardParsers, { history: 'push' });
  const { time_window, stime, etime, domain_id, compare, refresh } = raw;
  const state: DashboardState = useMemo(
    () => ({ time_window, stime, etime, domain_id, compare, refresh }),
    [time_window, stime, etime, domain_id, compare, refresh],
  );
  return useMemo(
    () => ({
      state,
      set,
      setRange: (name: RangeName) => set({ time_window: name, stime: null, etime: null }),
      setWindow: (from: number, to: number) => set({ stime: Math.round(from), etime: Math.round(to) }),
    }),
    [state, set],
  );
}
export type Dashboard = ReturnType<typeof useDashboard>;
