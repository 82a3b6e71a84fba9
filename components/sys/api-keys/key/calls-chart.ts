import type { BatchChartResult } from '@/components/charts/result/contract';
import type { KeyUsage } from '@/lib/sys/api-key-usage/contract';

const OUTCOMES = ['success', 'client_err', 'server_err'] as const;

/** Calls over time by outcome, in the shape every chart is drawn from (spec 2.14). */
export function callsChart({ calls }: Pick<KeyUsage, 'calls'>): BatchChartResult {
  return {
    chart_key: 'calls',
    render_hint: 'categorical_distribution_over_time',
    schema: {
      dimensions: [
        { name: 'time', type: 'timestamp', unit: 'ms' },
        { name: 'outcome', type: 'enum', values: [...OUTCOMES] },
      ],
      measures: [{ name: 'calls', type: 'integer', unit: 'requests', format: 'short' }],
    },
    rows: calls.flatMap((bucket) =>
      OUTCOMES.map((outcome) => ({ time: bucket.time, outcome, calls: bucket[outcome] })),
    ),
    meta: {},
  };
}
