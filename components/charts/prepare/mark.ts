import { fmt, shareText } from '../format/format';
import { isAdditive, sumOf } from '../format/measure';
import type { Cell, Measure } from '../result/contract';
import type { Normal } from '../result/normalise';
import { countOf, eventLead, type Lead, recordLead } from './lead';
import type {
  Bucket,
  ChartContext,
  KpiCard,
  Part,
  PartsModel,
  RankItem,
  RankModel,
  TimeModel,
  TimeSeries,
} from './model';

/** A bar, slice, row or cell that leads on, with the words it is read by. */
export type Mark = {
  key: string;
  label: string;
  token?: string;
  /** Every digit and the unit; null for a value that is no figure. */
  figure: string | null;
  /** How many requests are behind it, where it says so. */
  count: number | null;
  /** Its share of what it is part of, in words. */
  share?: string;
  /** Its bucket, Unix ms. */
  range?: { from: number; to: number };
  lead: Lead;
  /** What is copied. */
  copied: string;
};

type Figure = { key: string; label: string; measure: Measure; value: number | null; token?: string; lead?: Lead };

/** The mark of a figure; undefined where it leads nowhere or there is nothing behind it. */
export function figureMark(figure: Figure, { locale, say }: ChartContext): Mark | undefined {
  const { key, label, measure, value, token, lead } = figure;
  if (!lead || value === null || (value === 0 && isAdditive(measure))) return undefined;
  const text = fmt(measure, locale, say).exact(value);
  const only = lead.page.length === 1 && lead.page[0]?.values.length === 1 ? lead.page[0].values[0] : undefined;
  return { key, label, token, figure: text, count: countOf(measure, value), lead, copied: only || text };
}

/** The mark of an entry of a ranking, of a part of a whole. */
export function shareMark(
  entry: RankItem | Part,
  model: RankModel | PartsModel,
  context: ChartContext,
): Mark | undefined {
  const label = 'lines' in entry ? (entry.lines[0] ?? '') : entry.label;
  const mark = figureMark({ ...entry, label, measure: model.measure }, context);
  if (!mark || entry.share === null || model.measure.type === 'percent') return mark;
  return { ...mark, share: context.say('mark.share', { share: shareText(entry.share, context.locale) }) };
}

/** The mark of a headline figure. */
export function cardMark(card: KpiCard, label: string, context: ChartContext): Mark | undefined {
  return figureMark({ ...card, label, value: card.value === 0 ? null : card.value }, context);
}

/** The mark of one series in one bucket. */
export function seriesMark(series: TimeSeries, bucket: Bucket, index: number, context: ChartContext): Mark | undefined {
  const mark = figureMark({ ...series, value: series.values[index] ?? null }, context);
  return mark && { ...mark, range: { from: bucket.start, to: bucket.end } };
}

/** The marks of a bucket, one for each series in sight, as they are stacked. */
export function bucketMarks(
  model: TimeModel,
  index: number,
  hidden: ReadonlySet<string>,
  context: ChartContext,
): Mark[] {
  const bucket = model.buckets[index];
  if (!bucket) return [];
  const { locale, say } = context;
  const shown = model.series.filter((s) => !s.isPrevious && !hidden.has(s.key));
  const sum = model.isStacked && model.mode === 'absolute' ? sumOf(shown.map((s) => s.values[index])) : null;
  return shown.flatMap((series) => {
    const mark = seriesMark(series, bucket, index, context);
    if (!mark) return [];
    const share = sum ? ((series.values[index] ?? 0) / sum) * 100 : null;
    return [share === null ? mark : { ...mark, share: say('mark.share_bucket', { share: shareText(share, locale) }) }];
  });
}

/** The mark of a bucket that leads to nothing: its time, and what is copied of it. */
export function bareMark(model: TimeModel, bucket: Bucket, copied: string): Mark {
  const range = { from: bucket.start, to: bucket.end };
  return { key: '', label: model.title, figure: null, count: 0, range, lead: { page: [], events: [] }, copied };
}

/** The mark of a single event's or record's column; it is no figure. `event` is the id of the event that the row is. */
export function valueMark(
  normal: Normal,
  name: string,
  value: Cell | undefined,
  label: string,
  event?: string,
): Mark | undefined {
  const raw = value === null || value === undefined ? null : String(value);
  const lead = eventLead(normal, name, raw, event) ?? recordLead(normal, name, raw);
  if (!lead || raw === null) return undefined;
  return { key: name, label, figure: null, count: null, lead, copied: raw };
}
