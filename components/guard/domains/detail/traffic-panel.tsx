'use client';

import { useTranslations } from 'next-intl';
import { bodyOf } from '@/components/analytics/dashboard/use-batch';
import { useEventsDrill } from '@/components/analytics/drill/use-drill';
import { curlOf } from '@/components/charts/export/curl';
import { Chart } from '@/components/charts/frame/chart';
import { Panel } from '@/components/ui/content/panel';
import { NoPermission } from '@/components/ui/states/empty-state';
import { analytics } from '@/lib/analytics/query/contract';
import { TRAFFIC_VIEW } from '../traffic/traffic-view';
import type { useTraffic } from '../use-traffic';

const CHART = 'requests_by_verdict';

/** The requests of a domain over the last 24 hours. */
export function TrafficPanel({ traffic }: { traffic: ReturnType<typeof useTraffic> }) {
  const t = useTranslations('guard.domains');
  const { isAllowed, batch, state } = traffic;
  const drill = useEventsDrill(state, batch.data?.meta.window);
  if (!isAllowed) {
    return (
      <Panel title={t('traffic')} padded={false}>
        <NoPermission permission={TRAFFIC_VIEW} />
      </Panel>
    );
  }
  return (
    <Chart
      chart_key={CHART}
      namespace="analytics.overview"
      state={batch.stateOf(CHART)}
      about={t('traffic_window')}
      onRetry={() => batch.retry(CHART)}
      drill={drill}
      curl={curlOf(globalThis.location?.origin ?? '', analytics.batch.path, bodyOf('overview', state, [CHART]))}
    />
  );
}
