'use client';

import { useTimeZone } from 'next-intl';
import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import type { ChartFilter } from '@/lib/analytics/filters/contract';
import { type DashboardState, dashboardParsers, type RangeName } from './range';

/**
 * The dashboard's state in the URL, and the few ways it changes. A range that was chosen stands there with the zone it was chosen in,
 * so that whoever gets the address sees the same times.
 */
export function useDashboard() {
  const [raw, set] = useQueryStates(dashboardParsers, { history: 'push' });
  const readerZone = useTimeZone() ?? 'UTC';
  const tz = raw.tz ?? readerZone;
  const { time_window, stime, etime, domain_id, filter: filters, compare, refresh } = raw;
  const state: DashboardState = useMemo(
    () => ({ time_window, stime, etime, domain_id, filters, compare, refresh }),
    [time_window, stime, etime, domain_id, filters, compare, refresh],
  );
  return useMemo(
    () => ({
      state,
      /** IANA zone of its times: the one in the URL, else the reader's. */
      tz,
      set,
      setFilters: (filters: ChartFilter[]) => set({ filter: filters }),
      setDomain: (domain_id: string | null) => set({ domain_id }),
      setRange: (name: RangeName) => set({ time_window: name, stime: null, etime: null, tz }),
      setZone: (tz: string) => set({ tz }),
      setWindow: (from: number, to: number) => set({ stime: Math.round(from), etime: Math.round(to), tz }),
    }),
    [state, set, tz],
  );
}
export type Dashboard = ReturnType<typeof useDashboard>;
