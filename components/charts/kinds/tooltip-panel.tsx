'use client';

import { fmt } from '../format/format';
import { bucketText } from '../format/time-format';
import type { ChartContext, TimeModel, TimeSeries } from '../prepare/model';
import { Swatch } from './swatch';

const MOST_ROWS = 12;

/** What a bucket holds: as stacked with ordinary traffic last, lines by size, the previous period at the end. */
export function tipRows(model: TimeModel, index: number, hidden: ReadonlySet<string>): TimeSeries[] {
  const shown = model.series.filter((s) => !hidden.has(s.key));
  const current = shown.filter((s) => !s.isPrevious);
  const value = (s: TimeSeries) => s.values[index] ?? Number.NEGATIVE_INFINITY;
  const ordered = model.isStacked
    ? [...current.filter((s) => s.token !== 'pass'), ...current.filter((s) => s.token === 'pass')]
    : [...current].sort((a, b) => value(b) - value(a));
  return [...ordered, ...shown.filter((s) => s.isPrevious)];
}

/** The bucket under the pointer or the keyboard cursor. Every text is a text node: hosts and agents are hostile input. */
export function TooltipPanel({
  model,
  context,
  index,
  hidden,
}: {
  model: TimeModel;
  context: ChartContext;
  index: number;
  hidden: ReadonlySet<string>;
}) {
  const bucket = model.buckets[index];
  if (!bucket) return null;
  const { say, tz, locale } = context;
  const rows = tipRows(model, index, hidden);
  const time = bucketText(bucket, tz);
  const before = { start: bucket.start - model.offsetMs, end: bucket.end - model.offsetMs };
  return (
    <>
      <div className="text-ink-3 tabular-nums">{bucket.isOpen ? say('open_bucket', { time }) : time}</div>
      {rows.slice(0, MOST_ROWS).map((series) => (
        <div key={series.key} className="flex items-center gap-2">
          <Swatch token={series.token} isPrevious={series.isPrevious} />
          <span className="min-w-0 flex-1 truncate">{series.label}</span>
          <b className="font-medium tabular-nums">{fmt(series.measure, locale, say).exact(series.values[index])}</b>
        </div>
      ))}
      {rows.length > MOST_ROWS ? (
        <div className="text-ink-3">{say('summary_more', { n: rows.length - MOST_ROWS })}</div>
      ) : null}
      {model.offsetMs > 0 ? (
        <div className="text-ink-3 tabular-nums">{say('previous_at', { time: bucketText(before, tz) })}</div>
      ) : null}
    </>
  );
}

/** The same in one line, for the keyboard cursor. */
export function tipText(model: TimeModel, context: ChartContext, index: number, hidden: ReadonlySet<string>): string {
  const bucket = model.buckets[index];
  if (!bucket) return '';
  const values = tipRows(model, index, hidden)
    .slice(0, MOST_ROWS)
    .map((s) => `${s.label} ${fmt(s.measure, context.locale, context.say).exact(s.values[index])}`);
  return context.say('cursor', {
    time: bucketText(bucket, context.tz),
    values: values.join(context.say('filters.separator')),
  });
}
