'use client';

import { useTranslations } from 'next-intl';
import type { ChartState } from '@/components/charts/frame/chart';
import { useAbsence, useReason } from '@/components/charts/frame/chart-states';
import { useChartContext, useChartNames } from '@/components/charts/frame/use-chart-context';
import { useModel } from '@/components/charts/frame/use-model';
import { KpiMark } from '@/components/charts/kinds/kpi-card';
import { type DrillActions, MarkProvider } from '@/components/charts/marks/mark-provider';
import { toSummary } from '@/components/charts/output/summary';
import { Button } from '@/components/ui/controls/button';
import { cx } from '@/components/ui/cx';
import { Skeleton } from '@/components/ui/states/skeleton';
import { useErrorText } from '@/components/ui/states/use-error-text';

export type KpiCell = {
  chart_key: string;
  state: ChartState;
  /** Buckets of the same measure from another chart of the page. */
  spark?: (number | null)[];
  onRetry: () => void;
};

/** Cells in one row of a wide window. */
const WIDE: Readonly<Record<number, string>> = {
  2: 'md:grid-cols-2',
  3: 'md:grid-cols-3',
  4: 'md:grid-cols-4',
  5: 'md:grid-cols-5',
  6: 'md:grid-cols-6',
};

/** As high as a figure with its comparison and its line; on a phone a cell has room for three lines of why there is none. */
const WAITING = { height: 100 };

type Shared = { namespace: string; drill?: DrillActions };

/** The headline figures of a page in one strip, each with its own state. */
export function KpiStrip({ cells, ...shared }: Shared & { cells: readonly KpiCell[] }) {
  return (
    <ul className={cx('kpi-strip mb-3 grid grid-cols-2 rounded-3 border border-line bg-panel', WIDE[cells.length])}>
      {cells.map((cell) => (
        <li
          key={cell.chart_key}
          aria-busy={cell.state.isFetching}
          className="min-w-0 border-line p-3 px-4 md:not-last:border-r max-md:nth-[n+3]:border-t max-md:odd:not-last:border-r max-md:odd:last:col-span-2 max-sm:min-h-[133px] max-sm:px-3 max-sm:py-2.5"
        >
          <Cell {...cell} {...shared} />
        </li>
      ))}
    </ul>
  );
}

function Cell({ chart_key, state, spark, onRetry, namespace, drill }: KpiCell & Shared) {
  const names = useChartNames(namespace, chart_key);
  const context = useChartContext({ names, window: state.window, now: state.updatedAt });
  const read = useModel(state.raw, context);
  const reason = useReason();
  const absence = useAbsence();
  const errorText = useErrorText();
  const t = useTranslations('charts');
  const quiet = (text: string, isRetryable: boolean) => (
    <>
      <div className="truncate text-12 text-ink-2">{names.title}</div>
      <div className="mt-0.5 h-8 text-28 font-semibold text-ink-3">—</div>
      <div className="text-12 text-ink-2 text-pretty">{text}</div>
      {isRetryable ? (
        <Button size="small" className="mt-1.5" onClick={onRetry}>
          {t('retry')}
        </Button>
      ) : null}
    </>
  );
  if (read.state === 'waiting' && state.error !== undefined) return quiet(errorText(state.error), true);
  if (read.state === 'waiting') {
    return (
      <div role="status" aria-label={t('loading', { title: names.title })} className="pt-1" style={WAITING}>
        <Skeleton lines={3} />
      </div>
    );
  }
  if (read.state === 'failed') return quiet(read.message, true);
  if (read.state === 'broken') return quiet(t('error_title'), true);
  if (read.state === 'unavailable') return quiet(reason(read.reason) ?? t('unavailable_text'), false);
  const { model } = read;
  const card = model.kind === 'kpi' ? model.cards[0] : undefined;
  const why = absence(read.result.meta.absence)?.title;
  if (!card) return quiet(why ?? t('empty_title'), false);
  return (
    <div className={state.error === undefined ? undefined : 'opacity-60'}>
      <MarkProvider drill={drill} context={context}>
        <KpiMark
          card={spark && card.spark.length === 0 ? { ...card, spark } : card}
          label={names.title}
          missing={why}
          context={context}
          summary={toSummary(model, context)}
        />
      </MarkProvider>
    </div>
  );
}
