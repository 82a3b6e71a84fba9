'use client';

import { useFormat, useNow } from '@/components/layout/preferences/use-format';
import { Dialog } from '@/components/ui/overlays/dialog';
import { countText } from '../format/format';
import { rangeText } from '../format/time-format';
import type { ChartContext, ChartModel } from '../prepare/model';
import type { BatchChartResult } from '../result/contract';

/** Where a chart's numbers come from, and what is odd about them. */
export function ChartInfo({
  result,
  model,
  context,
  answeredAt,
  explain,
  onClose,
}: {
  result: BatchChartResult;
  model: ChartModel;
  context: ChartContext;
  /** Unix ms. */
  answeredAt: number;
  explain: string | null;
  onClose: () => void;
}) {
  const { say, window, tz } = context;
  const format = useFormat();
  const now = useNow(5000);
  const { meta } = result;
  const facts: [string, string | undefined][] = [
    ['info_window', window ? rangeText(window.stime, window.etime, tz) : undefined],
    ['info_age', answeredAt > 0 ? format.ago(answeredAt, now) : undefined],
    [
      'info_partial',
      meta.partial === undefined ? undefined : say(meta.partial ? 'info_partial_yes' : 'info_partial_no'),
    ],
    ['info_source', meta.source],
    ['info_cache', meta.cache === undefined ? undefined : say(meta.cache ? 'cache_hit' : 'cache_miss')],
    [
      'info_latency',
      meta.latency_ms === undefined ? undefined : `${countText(Math.round(meta.latency_ms), context.locale)} ms`,
    ],
    ['info_granularity', window ? say(`bucket.${window.granularity}`) : undefined],
    ['info_bucket_table', window?.bucket_table],
    ['info_extras', meta.row_extras === undefined ? undefined : JSON.stringify(meta.row_extras).slice(0, 200)],
  ];
  return (
    <Dialog open onClose={onClose} title={model.title} description={explain ?? undefined}>
      <dl className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {facts.map(([key, value]) =>
          value === undefined ? null : (
            <div key={key} className="contents">
              <dt className="text-ink-3">{say(key)}</dt>
              <dd className="break-words tabular-nums">{value}</dd>
            </div>
          ),
        )}
      </dl>
      {model.warnings.length > 0 ? (
        <>
          <h3 className="mt-3 mb-1">{say('info_warnings')}</h3>
          <ul className="flex flex-col gap-1">
            {[...new Set(model.warnings.map((w) => say(`problems.${w.code}`, w.values)))].map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      ) : null}
    </Dialog>
  );
}
