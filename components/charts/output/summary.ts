import { fmt, shareText } from '../format/format';
import { bucketText, rangeText } from '../format/time-format';
import type {
  ChartContext,
  ChartModel,
  KpiModel,
  PartsModel,
  RankModel,
  TimeModel,
  TimeSeries,
} from '../prepare/model';

/** One sentence that says what the picture shows: for screen readers and for whoever copies a chart into a text. */
export function toSummary(model: ChartModel, context: ChartContext): string {
  const { say, window, tz } = context;
  const subject = window
    ? say('summary_subject', { title: model.title, window: rangeText(window.stime, window.etime, tz) })
    : model.title;
  const parts = model.empty ? [say(`summary_${model.empty}`)] : findings(model, context);
  if (model.partial) parts.push(say('summary_partial'));
  return say('summary', { subject, findings: parts.join(say('summary_separator')) });
}

function findings(model: ChartModel, context: ChartContext): string[] {
  switch (model.kind) {
    case 'kpi':
      return ofCards(model, context);
    case 'parts':
      return ofParts(model, context);
    case 'time':
      return ofTime(model, context);
    case 'rank':
    case 'geo':
      return ofRanking(model, context);
    case 'table':
      return [context.say('summary_rows', { n: model.table.rows.length })];
  }
}

function ofCards(model: KpiModel, { locale, say }: ChartContext): string[] {
  return model.cards.map((card) => {
    const value = fmt(card.measure, locale, say).short(card.value);
    const said = card.delta ? say('summary_delta', { value, delta: card.delta.text }) : value;
    return say('summary_value', { name: card.label, value: said });
  });
}

function ofParts(model: PartsModel, { locale, say }: ChartContext): string[] {
  const format = fmt(model.measure, locale, say);
  const largest = [...model.parts].sort((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity)).slice(0, 3);
  const listed = largest.map((part) => {
    const exact = format.exact(part.value);
    const hasShare = part.share !== null && model.measure.type !== 'percent';
    const value = hasShare ? say('noted', { name: exact, note: shareText(part.share, locale) }) : exact;
    return say('summary_value', { name: part.label, value });
  });
  return model.total === null ? listed : [say('summary_total', { value: format.exact(model.total) }), ...listed];
}

function ofRanking(model: RankModel, { locale, say }: ChartContext): string[] {
  const format = fmt(model.measure, locale, say);
  const first = model.items.slice(0, 3).map((item) => {
    return say('summary_value', { name: item.lines.join(' '), value: format.exact(item.value) });
  });
  return [say('summary_entries', { n: model.items.length }), ...first];
}

const MOST_SERIES = 3;

function ofTime(model: TimeModel, context: ChartContext): string[] {
  const { say } = context;
  const series = model.series.filter((s) => !s.isPrevious);
  const listed = series.slice(0, MOST_SERIES).map((s) => ofSeries(s, model, context));
  const rest = series.length - MOST_SERIES + model.hiddenSeries;
  return rest > 0 ? [...listed, say('summary_more', { n: rest })] : listed;
}

function ofSeries(series: TimeSeries, model: TimeModel, context: ChartContext): string {
  const { locale, say, tz } = context;
  const format = fmt(series.measure, locale, say);
  const points = series.values.flatMap((value, i) => (value === null ? [] : [{ value, bucket: model.buckets[i] }]));
  const closed = points.filter((p) => !p.bucket?.isOpen);
  const top = points.reduce<(typeof points)[number] | undefined>(
    (best, p) => (!best || p.value > best.value ? p : best),
    undefined,
  );
  const low = points.reduce<number | null>((least, p) => (least === null || p.value < least ? p.value : least), null);
  if (!top?.bucket) return say('summary_value', { name: series.label, value: say('summary_no_rows') });
  return say('summary_series', {
    name: series.label,
    max: format.exact(top.value),
    at: bucketText(top.bucket, tz),
    min: format.exact(low),
    latest: format.exact(closed.at(-1)?.value),
    trend: say(`trend_${trendOf(closed.map((p) => p.value))}`),
  });
}

/** The mean of the last third against that of the first; within a tenth is steady. */
function trendOf(values: readonly number[]): 'up' | 'down' | 'steady' {
  const third = Math.max(1, Math.floor(values.length / 3));
  const mean = (part: readonly number[]) => part.reduce((a, b) => a + b, 0) / Math.max(1, part.length);
  const [before, after] = [mean(values.slice(0, third)), mean(values.slice(-third))];
  const change = after - before;
  if (Math.abs(change) <= Math.abs(before) * 0.1) return 'steady';
  return change > 0 ? 'up' : 'down';
}
