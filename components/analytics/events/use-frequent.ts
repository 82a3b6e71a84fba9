'use client';

import { useQuery } from '@tanstack/react-query';
import { usePermission } from '@/components/layout/account/session';
import type { FilterDimensionName } from '@/lib/analytics/filters/contract';
import { analytics } from '@/lib/analytics/query/contract';
import { query } from '@/lib/api/client';

const PAGE = 'overview';
/** Charts that rank the values of a field, each read from a rollup. */
const RANKED: Readonly<Partial<Record<FilterDimensionName, string>>> = {
  path: 'top_paths',
  host: 'top_hosts',
  client_ip: 'blocked_addresses',
  country: 'blocked_by_country',
};
/** As many values as are offered. */
export const MOST = 20;

/** The most frequent values of a field in what `asked` says, such as a window; none where no chart ranks the field. */
export function useFrequent(
  dimension: FilterDimensionName | undefined,
  asked: Readonly<Record<string, string>>,
): string[] {
  const can = usePermission();
  const chart = dimension && RANKED[dimension];
  const { data } = useQuery({
    ...query(analytics.chart, { params: { page: PAGE, chart: chart ?? '' }, query: { ...asked, top: MOST } }),
    enabled: chart !== undefined && can(`analytics.${PAGE}.view`),
  });
  const rows: readonly object[] = data?.rows ?? [];
  return rows.map((row) => String((row as Record<string, unknown>)[dimension ?? ''] ?? ''));
}
