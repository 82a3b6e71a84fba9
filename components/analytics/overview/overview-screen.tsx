'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { curlOf } from '@/components/charts/export/curl';
import { Chart } from '@/components/charts/frame/chart';
import { usePermission } from '@/components/layout/account/session';
import { NoPermission } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { analytics } from '@/lib/analytics/query/contract';
import { DashboardControls, DashboardSheet } from '../dashboard/controls';
import { KpiStrip } from '../dashboard/kpi-strip';
import { wider } from '../dashboard/range';
import { StatusLine } from '../dashboard/status-line';
import { bodyOf, useBatch } from '../dashboard/use-batch';
import { type Dashboard, useDashboard } from '../dashboard/use-dashboard';
import { useExport } from '../dashboard/use-export';
import { figureOf, sparksOf } from './figures';

const PAGE = 'overview';
const NAMESPACE = 'analytics.overview';
const VIEW = 'analytics.overview.view';
const KPIS = ['requests_total', 'blocked_total', 'limited_total', 'origin_errors', 'latency_percentiles'] as const;
const CHARTS = [
  'requests_by_verdict',
  'attack_classes',
  'blocked_addresses',
  'blocked_by_country',
  'bandwidth',
  'cache_total',
  'status_classes',
  'user_agent_classes',
  'top_paths',
  'top_hosts',
  'latest_attacks',
] as const;
const KEYS: readonly string[] = [...KPIS, ...CHARTS];

/** What happened, what was stopped, where it came from, and whether the origins coped. */
export function OverviewScreen() {
  const t = useTranslations(NAMESPACE);
  const can = usePermission();
  if (can(VIEW)) return <Overview />;
  return (
    <>
      <PageHeader title={t('title')} />
      <Panel padded={false}>
        <NoPermission permission={VIEW} />
      </Panel>
    </>
  );
}

function Overview() {
  const t = useTranslations(NAMESPACE);
  const dashboard = useDashboard();
  const batch = useBatch(PAGE, KEYS, dashboard.state);
  const exporting = useExport();
  const { data } = batch;
  const controls = {
    dashboard,
    isFetching: batch.isFetching,
    onRefresh: () => void batch.refetch(),
    window: data?.meta.window,
    exporting: {
      permission: 'analytics.overview.export',
      isBusy: exporting.isBusy,
      save: (format: 'csv' | 'json') => void exporting.save(format, bodyOf(PAGE, dashboard.state, KEYS)),
    },
  };
  return (
    <>
      <PageHeader title={t('title')} actions={<DashboardControls {...controls} />} />
      <div className="-mt-2 mb-2.5 flex min-h-4 items-center gap-2">
        {data ? (
          <StatusLine
            window={data.meta.window}
            total={data.meta.total_charts}
            failed={data.meta.failed_charts}
            elapsedMs={data.meta.elapsed_ms}
            cacheRatio={data.meta.cache_hit_ratio}
            answeredAt={data.answeredAt}
            isStale={batch.isError}
          />
        ) : (
          <span className="flex-1" />
        )}
        <DashboardSheet {...controls} />
      </div>
      {batch.isError && !data ? (
        <ErrorState error={batch.error} permission={VIEW} onRetry={() => batch.refetch()} />
      ) : (
        <Charts dashboard={dashboard} batch={batch} />
      )}
    </>
  );
}

type ChartKey = (typeof CHARTS)[number];

function Charts({ dashboard, batch }: { dashboard: Dashboard; batch: ReturnType<typeof useBatch> }) {
  const { state } = dashboard;
  const widerRange = wider(state);
  const nodes = batch.data?.nodes ?? {};
  const sparks = sparksOf(nodes.requests_by_verdict, batch.data?.meta.window, batch.data?.answeredAt ?? 0);
  const chart = (key: ChartKey, more: { height?: number; whole?: number | null } = {}): ReactNode => (
    <Chart
      key={key}
      chart_key={key}
      namespace={NAMESPACE}
      state={batch.stateOf(key)}
      onRetry={() => batch.retry(key)}
      onZoom={dashboard.setWindow}
      onWiden={widerRange ? () => dashboard.setRange(widerRange) : undefined}
      curl={curlOf(globalThis.location?.origin ?? '', analytics.batch.path, bodyOf(PAGE, state, [key]))}
      {...more}
    />
  );
  const requests = figureOf(nodes.requests_total, 'requests');
  const blocked = figureOf(nodes.blocked_total, 'blocked');
  return (
    <div className={batch.isPlaceholderData ? 'opacity-70 transition-opacity' : undefined}>
      <KpiStrip
        namespace={NAMESPACE}
        cells={KPIS.map((key) => ({
          chart_key: key,
          state: batch.stateOf(key),
          spark: sparks[key],
          onRetry: () => batch.retry(key),
        }))}
      />
      <div className="flex flex-col gap-3">
        {chart('requests_by_verdict')}
        <div className="grid grid-cols-[minmax(0,1.08fr)_minmax(0,1fr)_minmax(0,0.96fr)] gap-3 max-lg:grid-cols-1">
          {chart('attack_classes', { height: 168 })}
          {chart('blocked_addresses', { height: 192, whole: blocked })}
          {chart('blocked_by_country', { height: 192, whole: blocked })}
        </div>
        <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] gap-3 max-lg:grid-cols-1">
          {chart('bandwidth', { height: 168 })}
          {chart('cache_total', { height: 168 })}
        </div>
        <div className="grid grid-cols-2 gap-3 max-lg:grid-cols-1">
          {chart('status_classes', { height: 168 })}
          {chart('user_agent_classes', { height: 192 })}
          {chart('top_paths', { height: 320, whole: requests })}
          {chart('top_hosts', { height: 320, whole: requests })}
        </div>
        {chart('latest_attacks')}
      </div>
    </div>
  );
}
