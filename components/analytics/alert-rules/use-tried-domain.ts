'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermission } from '@/components/layout/account/session';
import { domainTraffic, MAX_DOMAINS } from '@/lib/analytics/domain-traffic/contract';
import { query } from '@/lib/api/client';
import { domains } from '@/lib/guard/domains/contract';

type Traffic = { domain_id: string; requests: number };

/** The id with the most requests; undefined where none has any. */
function busiest(traffic: readonly Traffic[]): string | undefined {
  const most = traffic.reduce<Traffic | undefined>(
    (best, one) => (one.requests > (best?.requests ?? 0) ? one : best),
    undefined,
  );
  return most?.domain_id;
}

/**
 * The domain a draft is tried on: its own, or of a rule for all domains the one chosen here, at first the one with the most
 * requests of the last day, as the newest has mostly none.
 */
export function useTriedDomain({ domain_id = '' }: { domain_id?: string }) {
  const may = usePermission();
  const [chosen, setChosen] = useState('');
  const isNeeded = domain_id === '' && may('guard.domain.list');
  const { data } = useQuery({ ...query(domains.list, { query: { size: MAX_DOMAINS } }), enabled: isNeeded });
  const domain_ids = data?.list.map((one) => one.domain_id).join(',') ?? '';
  const reads = isNeeded && domain_ids !== '' && may('analytics.overview.view');
  const traffic = useQuery({ ...query(domainTraffic.list, { query: { domain_ids } }), enabled: reads });
  const most = busiest(traffic.data?.list ?? []);
  const isKnown = !reads || traffic.data !== undefined || traffic.isError;
  const offered = isKnown ? (data?.list.find((one) => one.domain_id === most) ?? data?.list[0]) : undefined;
  return { tried: domain_id || chosen || offered?.domain_id || '', offered, setChosen };
}
