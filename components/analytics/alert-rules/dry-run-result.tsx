'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { Chart } from '@/components/charts/frame/chart';
import { useFormat } from '@/components/layout/preferences/use-format';
import type { DryRun, DryRunInput } from '@/lib/analytics/alert-rules/contract';
import { useRuleWords } from './use-rule-words';

/** Alerts that are listed below the chart: the latest. */
const LISTED = 5;
const MINUTE_MS = 60_000;

type Props = { input: DryRunInput; found: DryRun; at: number };

/** A window's figures are compared with one another and never added up, whatever they count. */
const asCompared = ({ chart }: DryRun) => ({
  ...chart,
  schema: {
    ...chart.schema,
    measures: chart.schema.measures.map((measure) =>
      measure.unit === 'requests' || measure.unit === 'bytes' ? { ...measure, unit: '' } : measure,
    ),
  },
});

/** How often a rule would have fired, where in the course of its metric, and the latest times. */
export function DryRunResult({ input, found, at }: Props) {
  const t = useTranslations('analytics.alert-rules.dry_run');
  const format = useFormat();
  const { fired, total } = found;
  const days = new Set(fired.map(({ until }) => format.date(until))).size;
  const isAll = total === fired.length;
  const raw = useMemo(() => asCompared(found), [found]);
  return (
    <>
      <p role="status">
        {t.rich(total === 0 ? 'never' : isAll ? 'fired' : 'fired_often', {
          b: (words) => <b>{words}</b>,
          count: total,
          days,
        })}
      </p>
      <Chart
        chart_key="dry_run"
        namespace="analytics.alert-rules.chart"
        state={{ raw, isFetching: false, updatedAt: at }}
        className="border-none [&>div]:px-0!"
      />
      {total > 0 ? <Latest input={input} found={found} /> : null}
    </>
  );
}

function Latest({ input: { metric, comparison = 'above' }, found: { fired, total } }: Omit<Props, 'at'>) {
  const t = useTranslations('analytics.alert-rules.dry_run');
  const format = useFormat();
  const words = useRuleWords();
  const shown = fired.slice(0, LISTED);
  return (
    <div>
      <h3 className="text-12 font-normal text-ink-2">{t('latest')}</h3>
      <ul className="mt-1">
        {shown.map(({ until, value, limit, last_until }) => (
          <li key={until} className="flex flex-wrap gap-x-3 border-line border-t py-1.5 first:border-t-0">
            <span className="tabular-nums">{format.tableTime(until)}</span>
            <span className="min-w-0 flex-1 text-ink-2">
              {t('passed', {
                value: words.figure(metric, value),
                comparison,
                limit: words.figure(metric, limit),
              })}
            </span>
            {last_until > until ? (
              <span className="text-ink-3">
                {t('lasted', { time: words.duration((last_until - until) / MINUTE_MS) })}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {total > shown.length ? <p className="text-12 text-ink-3">{t('more', { count: total - shown.length })}</p> : null}
    </div>
  );
}
