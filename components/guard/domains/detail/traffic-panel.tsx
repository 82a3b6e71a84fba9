'use client';

import { useTranslations } from 'next-intl';
import { bodyOf } from '@/components/analytics/dashboard/use-batch';
import { curlOf } from '@/components/charts/export/curl';
import { Chart } from '@/components/charts/frame/chart';
import { NoPermission } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { analytics } from '@/lib/analytics/query/contract';
import { APPROVED, type Domain } from '@/lib/guard/domains/contract';
import { TRAFFIC_VIEW, type useTraffic } from '../use-traffic';
import { NotServed } from './not-served';

const CHART = 'requests_by_verdict';

/** The requests of a domain over the last 24 hours; before its approval, that there can be none. */
export function TrafficPanel({ domain, traffic }: { domain: Domain; traffic: ReturnType<typeof useTraffic> }) {
  const t = useTranslations('guard.domains');
  const { isAllowed, batch, state, requests } = traffic;
  if (!isAllowed) {
    return (
      <Panel title={t('traffic')} padded={false}>
        <NoPermission permission={TRAFFIC_VIEW} />
      </Panel>
    );
  }
  if (domain.audit_status !== APPROVED && requests === 0) {
    return (
      <Panel padded={false}>
        <NotServed domain={domain} />
      </Panel>
    );
  }
  return (
    <Chart
      chart_key={CHART}
      namespace="analytics.overview"
      state={batch.stateOf(CHART)}
      about={t('traffic_window')}
      onRetry={() => void batch.retry(CHART)}
      curl={curlOf(globalThis.location?.origin ?? '', analytics.batch.path, bodyOf('overview', state, [CHART]))}
    />
  );
}
