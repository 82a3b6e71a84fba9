'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { ListScreen } from '@/components/data-table/pages/use-list-screen';
import { usePermission } from '@/components/layout/account/session';
import { useIsPhone } from '@/components/layout/page/use-media-query';
import { type DomainTrafficVO, domainTraffic } from '@/lib/analytics/domain-traffic/contract';
import { query } from '@/lib/api/client';
import type { Domain } from '@/lib/guard/domains/contract';
import { TRAFFIC_VIEW } from './traffic-view';

/** The id of the column, which readers can hide. */
export const TRAFFIC_COLUMN = 'requests_24h';
const EVERY_MS = 60_000;

/** What a cell knows: null while it is on its way, undefined where it did not come. */
type Found = { traffic: DomainTrafficVO; stime: number; etime: number } | null | undefined;

const PageTrafficContext = createContext<(domain_id: string) => Found>(() => undefined);

export const useMayReadTraffic = () => usePermission()(TRAFFIC_VIEW);

/** Asks once for the traffic of all rows in sight, after they are there; the list itself never waits for it. */
export function PageTraffic({ list, children }: { list: ListScreen<Domain>; children: ReactNode }) {
  const isAllowed = useMayReadTraffic();
  const isPhone = useIsPhone();
  const isShown = isPhone || list.visibleColumns.some(({ id }) => id === TRAFFIC_COLUMN);
  const domain_ids = list.rows.map((row) => row.domain_id).join(',');
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...query(domainTraffic.list, { query: { domain_ids } }),
    enabled: isAllowed && isShown && domain_ids !== '',
    placeholderData: keepPreviousData,
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  });
  const isOnItsWay = isPlaceholderData || (data === undefined && isFetching);
  const find = useMemo(() => {
    const byId = new Map(data?.list.map((traffic) => [traffic.domain_id, traffic]));
    return (domain_id: string): Found => {
      const traffic = byId.get(domain_id);
      if (data && traffic) return { traffic, stime: data.stime, etime: data.etime };
      return isOnItsWay ? null : undefined;
    };
  }, [data, isOnItsWay]);
  return <PageTrafficContext value={find}>{children}</PageTrafficContext>;
}

export const useDomainTraffic = (domain_id: string): Found => useContext(PageTrafficContext)(domain_id);
