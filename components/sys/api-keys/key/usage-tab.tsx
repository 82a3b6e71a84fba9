'use client';

import { useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Chart } from '@/components/charts/frame/chart';
import { usePermission } from '@/components/layout/account/session';
import { Panel } from '@/components/ui/content/panel';
import { Segmented } from '@/components/ui/controls/segmented';
import { NoPermission } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { callsChart } from './calls-chart';
import { AddressesPanel, EndpointsPanel, FailuresPanel } from './usage-panels';
import { RANGES, totalsOf, useUsage } from './use-usage';

const NAMESPACE = 'sys.api-keys';
const STATS = 'sys.apikey.stats';

/** The calls made with a key: over time, to which endpoints, with which failures, from where. */
export function UsageTab({ key_id }: { key_id: string }) {
  const t = useTranslations(NAMESPACE);
  const [since, setSince] = useQueryState('since', parseAsStringLiteral(RANGES).withDefault('24h'));
  const usage = useUsage(key_id, since);
  const { data, error } = usage;
  if (!usePermission()(STATS)) {
    return (
      <Panel padded={false}>
        <NoPermission permission={STATS} />
      </Panel>
    );
  }
  if (error && !data) {
    return (
      <Panel padded={false}>
        <ErrorState what="common.error.what.usage" error={error} permission={STATS} onRetry={() => usage.refetch()} />
      </Panel>
    );
  }
  const totals = data && totalsOf(data);
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Segmented
          name={t('usage.range')}
          value={since}
          onChange={(range) => void setSince(range)}
          segments={RANGES.map((range) => ({ value: range, label: t(`usage.ranges.${range}`) }))}
        />
      </div>
      <Chart
        chart_key="calls"
        namespace={NAMESPACE}
        height={232}
        onRetry={() => usage.refetch()}
        state={{
          raw: data && callsChart(data),
          error: error ?? undefined,
          isFetching: usage.isFetching,
          updatedAt: usage.dataUpdatedAt,
          window: data && { stime: data.from, etime: data.to, granularity: data.granularity },
        }}
      />
      {data && totals ? (
        <>
          <EndpointsPanel rows={data.endpoints} whole={totals.calls} />
          <div className="grid grid-cols-2 items-start gap-3 max-md:grid-cols-1">
            <AddressesPanel rows={data.addresses} count={data.address_count} />
            <FailuresPanel rows={data.failures} />
          </div>
        </>
      ) : null}
    </div>
  );
}
