'use client';

import { useTranslations } from 'next-intl';
import { useFilterWords } from '@/components/charts/filters/filter-words';
import { rangeText } from '@/components/charts/format/time-format';
import { useFormat } from '@/components/layout/preferences/use-format';
import { NoMatch } from '@/components/ui/states/empty-state';
import type { ChartFilter } from '@/lib/analytics/filters/contract';
import { useDomainLabel } from '../dashboard/domain-filter';
import { isWindow, RANGES } from '../dashboard/range';
import type { useEvents } from './use-events';

type Events = ReturnType<typeof useEvents>;

/** What the list is narrowed to by the controls above it, as a sentence names it. */
function useNarrowed({ list, filters, ranged }: Events): { label: string; value: string }[] {
  const t = useTranslations('analytics.dashboard');
  const format = useFormat();
  const words = useFilterWords();
  const { stime, etime, domain_id } = ranged.state;
  const domain = useDomainLabel(domain_id);
  const named = RANGES.find((name) => name === list.values.window);
  const range = (value: string) => ({ label: t('range'), value });
  const ofFilter = (filter: ChartFilter) => {
    const { field, operator, values } = words(filter);
    return { label: field, value: filter.op === 'in' ? values : `${operator} ${values}` };
  };
  const isFixed = isWindow(stime, etime);
  return [
    ...(isFixed ? [range(rangeText(stime ?? 0, etime ?? 0, format.timeZone))] : []),
    ...(named && !isFixed ? [range(t(`ranges.${named}`))] : []),
    ...(domain_id === null ? [] : [{ label: t('domain'), value: domain }]),
    ...filters.map(ofFilter),
  ];
}

/** No request of the window matches: the search, the range, the domain and the filters that leave none. */
export function WithoutMatch({ events }: { events: Events }) {
  const { list } = events;
  return (
    <NoMatch
      query={list.searched}
      filters={useNarrowed(events)}
      isSoFar={list.searchedUntil !== null}
      onClear={list.clearFilters}
    />
  );
}
