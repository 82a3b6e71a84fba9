'use client';

import { NextIntlClientProvider, useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { curlOf } from '@/components/charts/export/curl';
import { FilterChips } from '@/components/charts/filters/filter-chips';
import { Chart, type ChartProps } from '@/components/charts/frame/chart';
import { usePermission } from '@/components/layout/account/session';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { cx } from '@/components/ui/cx';
import { NoPermission } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import type { PageLayout, PageName } from '@/lib/analytics/charts/contract';
import { analytics } from '@/lib/analytics/query/contract';
import { useDrill } from '../drill/use-drill';
import { DashboardControls, DashboardSheet } from './controls';
import { DashboardTabs } from './dashboard-tabs';
import { useDomainLabel } from './domain-filter';
import { courseOf, figureOf } from './figures';
import { FirstSteps } from './first-steps';
import { GoneDomain } from './gone-domain';
import { KpiStrip } from './kpi-strip';
import { rowsOf, spanClass } from './panel-grid';
import { wider } from './range';
import { StatusLine } from './status-line';
import { bodyOf, useBatch } from './use-batch';
import { type Dashboard, useDashboard } from './use-dashboard';
import { useExport } from './use-export';

type Props = {
  page: PageName;
  /** Texts of the page: `title`, and names and explanations of its charts. */
  namespace: string;
  layout: PageLayout;
  /** Words for values that no declaration lists, such as names of actions. */
  text?: ChartProps['text'];
};

/** A page of charts, drawn from where its declaration puts them. */
export function DashboardScreen(props: Props) {
  const { page, namespace } = props;
  const t = useTranslations(namespace);
  const can = usePermission();
  const permission = `analytics.${page}.view`;
  if (can(permission)) return <InOwnZone {...props} />;
  return (
    <>
      <PageHeader title={t('title')} />
      <Panel padded={false}>
        <NoPermission permission={permission} />
      </Panel>
    </>
  );
}

/** The page with its times in the zone that its address names. */
function InOwnZone(props: Props) {
  const dashboard = useDashboard();
  return (
    <NextIntlClientProvider locale={useLocale()} timeZone={dashboard.tz}>
      <DashboardPage {...props} dashboard={dashboard} />
    </NextIntlClientProvider>
  );
}

function DashboardPage({ page, namespace, layout, text, dashboard }: Props & { dashboard: Dashboard }) {
  const t = useTranslations(namespace);
  const keys = useMemo(() => [...layout.figures, ...layout.panels.map(({ key }) => key)], [layout]);
  const batch = useBatch(page, keys, dashboard.state);
  const exporting = useExport();
  const { data } = batch;
  const domain = useDomainLabel(dashboard.state.domain_id);
  const save = (format: 'csv' | 'json') => void exporting.save(format, bodyOf(page, dashboard.state, keys));
  const controls = {
    dashboard,
    isFetching: batch.isFetching,
    onRefresh: () => void batch.refetch(),
    window: data?.meta.window,
    // The contract has one export, that of the overview; elsewhere each panel saves what it shows.
    ...(page === 'overview'
      ? { exporting: { permission: 'analytics.overview.export', isBusy: exporting.isBusy, save } }
      : {}),
  };
  return (
    <>
      <PageHeader title={t('title')} actions={<DashboardControls {...controls} />} />
      <DashboardTabs />
      <div className="-mt-2 mb-2.5 flex min-h-4 items-center gap-2 max-sm:min-h-10">
        {data ? (
          <StatusLine
            domain={dashboard.state.domain_id === null ? null : domain}
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
      <GoneDomain dashboard={dashboard}>
        <FilterChips filters={dashboard.state.filters} onChange={dashboard.setFilters} />
        {batch.isError && !data ? (
          <ErrorState
            what="common.error.what.charts"
            error={batch.error}
            permission={`analytics.${page}.view`}
            onRetry={() => batch.refetch()}
          />
        ) : (
          <Charts {...{ page, namespace, layout, text, dashboard, batch }} />
        )}
      </GoneDomain>
    </>
  );
}

type ChartsProps = Props & { dashboard: Dashboard; batch: ReturnType<typeof useBatch> };

function Charts({ page, namespace, layout, text, dashboard, batch }: ChartsProps) {
  const { state } = dashboard;
  const { data } = batch;
  const drill = useDrill(dashboard, data?.meta.window);
  const widerRange = wider(state);
  const nodes = data?.nodes ?? {};
  const figures = layout.figures.map((key) => {
    const course = layout.courses?.[key];
    return {
      chart_key: key,
      state: batch.stateOf(key),
      spark: course && courseOf(nodes, course, data?.meta.window, data?.answeredAt ?? 0),
      onRetry: () => batch.retry(key),
    };
  });
  return (
    <div className={batch.isPlaceholderData ? 'opacity-70 transition-opacity' : undefined}>
      <KpiStrip namespace={namespace} drill={drill} cells={figures} />
      <div className="flex flex-col gap-3">
        {rowsOf(layout.panels).map((panels) => (
          <div key={panels[0]?.key} className="grid grid-cols-1 gap-3 md:grid-cols-12">
            {panels.map(({ key, columns, height, whole }, i) => (
              <Chart
                key={key}
                chart_key={key}
                namespace={namespace}
                text={text}
                className={cx('min-w-0', spanClass(columns, i, panels.length))}
                height={height}
                whole={whole === undefined ? undefined : figureOf(nodes[whole])}
                state={batch.stateOf(key)}
                onRetry={() => batch.retry(key)}
                onZoom={dashboard.setWindow}
                drill={drill}
                firstSteps={state.stime === null && key === layout.panels[0]?.key ? <FirstSteps /> : undefined}
                onWiden={widerRange ? () => dashboard.setRange(widerRange) : undefined}
                curl={curlOf(globalThis.location?.origin ?? '', analytics.batch.path, bodyOf(page, state, [key]))}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
