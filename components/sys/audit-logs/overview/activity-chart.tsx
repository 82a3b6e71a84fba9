'use client';

import { useMemo } from 'react';
import { Chart, type ChartState } from '@/components/charts/frame/chart';
import type { BatchChartResult } from '@/components/charts/result/contract';
import type { AuditOverview } from '@/lib/sys/audit-logs/contract';

const KINDS = ['done', 'failed', 'failed_sign_ins'] as const;

/** The overview's hours as what every chart of the console draws (spec 2.14). */
function resultOf({ series }: AuditOverview): BatchChartResult {
  return {
    chart_key: 'activity',
    render_hint: 'categorical_distribution_over_time',
    schema: {
      dimensions: [
        { name: 'time', type: 'timestamp', unit: 'ms' },
        { name: 'kind', type: 'enum', values: [...KINDS] },
      ],
      measures: [{ name: 'count', type: 'integer', unit: 'events', format: 'short' }],
    },
    rows: series.flatMap((hour) => KINDS.map((kind) => ({ time: hour.time, kind, count: hour[kind] }))),
    meta: {},
  };
}

/** What was done, refused and failed, hour by hour. */
export function ActivityChart({
  overview,
  state,
  onRetry,
}: {
  overview: AuditOverview;
  state: Pick<ChartState, 'error' | 'isFetching' | 'updatedAt'>;
  onRetry: () => void;
}) {
  const raw = useMemo(() => resultOf(overview), [overview]);
  const stime = overview.series[0]?.time ?? overview.start_time;
  const window = { stime, etime: overview.end_time, granularity: '1h' };
  return (
    <Chart
      chart_key="activity"
      namespace="sys.audit-logs"
      state={{ ...state, raw, window }}
      height={200}
      onRetry={onRetry}
    />
  );
}
