'use client';

import { useTranslations } from 'next-intl';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { type ChartFilter, filtersIn, filterText } from '@/lib/analytics/filters/contract';
import { eventSearch, MAX_LISTED_EVENTS } from '@/lib/analytics/search/contract';
import { RANGES, type RangeName, windowBody } from '../dashboard/range';
import { useEventColumns } from './events-columns';

/** The list of events, and its window, domain and filters as the controls of a dashboard take them. */
export function useEvents() {
  const t = useTranslations('analytics.events');
  const list = useListScreen(eventSearch.list, {
    columns: useEventColumns(),
    rowId: (event) => event.event_id,
    reach: MAX_LISTED_EVENTS,
    search: { param: 'keyword', placeholder: t('search') },
  });
  const { values, setValues } = list;
  const setWindow = (from: number, to: number) =>
    setValues({ window: null, stime: String(Math.round(from)), etime: String(Math.round(to)) });
  const millis = (text: string | null | undefined) => (text ? Number(text) : null);
  return {
    list,
    filters: filtersIn(values.filter ?? null),
    setFilters: (filters: ChartFilter[]) => setValues({ filter: filters.length > 0 ? filterText(filters) : null }),
    ranged: {
      state: {
        time_window: RANGES.find((name) => name === values.window) ?? ('last_24h' as const),
        stime: millis(values.stime),
        etime: millis(values.etime),
        domain_id: values.domain_id ?? null,
      },
      // A list keeps the ends of a span that has no name, so that its pages stay in place.
      setRange: (name: RangeName) => {
        const asked = windowBody({ time_window: name, stime: null, etime: null });
        if (asked.time_window !== undefined) return setValues({ window: asked.time_window, stime: null, etime: null });
        return setWindow(asked.stime, asked.etime);
      },
      setWindow,
      setDomain: (domain_id: string | null) => setValues({ domain_id }),
    },
  };
}
