'use client';

import type { ListScreen } from '@/components/data-table/pages/use-list-screen';
import type { FilterDimensionName } from '@/lib/analytics/filters/contract';
import type { EventVO } from '@/lib/analytics/search/contract';
import { MOST, useFrequent } from './use-frequent';

/** Values of a field to choose from: those of the requests in sight, then what is most frequent in the same window. */
export function useSuggestions(dimension: FilterDimensionName, list: ListScreen<EventVO>): string[] {
  const { window, stime, etime, domain_id, filter } = list.values;
  const asked = Object.entries({ window, stime, etime, domain_id, filter }).filter((pair): pair is [string, string] =>
    Boolean(pair[1]),
  );
  const frequent = useFrequent(dimension, Object.fromEntries(asked));
  const rows: readonly object[] = list.rows;
  const seen = rows.map((row) => String((row as Record<string, unknown>)[dimension] ?? ''));
  return [...new Set([...seen, ...frequent].filter((value) => value !== '' && value !== '0'))].slice(0, MOST);
}
