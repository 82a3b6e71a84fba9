import type { Measure } from './contract';
import { fmt, signed } from './format';
import { isAdditive, isPercent } from './measure';
import type { ChartContext, Delta } from './model';
import { spanOf } from './time-format';

/**
 * The change against the previous period in words: per cent for counts, points for percentages, the difference itself
 * for latencies; "new" where nothing was before. Undefined when there is nothing to compare with.
 */
export function deltaOf(
  measure: Measure,
  value: number | null,
  previous: number | null | undefined,
  context: ChartContext,
  offsetMs: number,
): Delta | undefined {
  if (value === null || previous === null || previous === undefined) return undefined;
  const change = changeText(measure, value, previous, context);
  return { text: withPeriod(change, context, offsetMs), tone: toneOf(measure, value - previous, context) };
}

function changeText(measure: Measure, value: number, previous: number, context: ChartContext): string {
  const { locale, say } = context;
  const difference = value - previous;
  if (difference === 0) return say('delta_same');
  if (isPercent(measure))
    return say('delta_points', { n: signed(difference, locale, Math.abs(difference) < 1 ? 2 : 1) });
  if (previous === 0) return say('delta_new');
  if (!isAdditive(measure) && measure.unit === 'ms') {
    const text = fmt(measure, locale, say).short(Math.abs(difference));
    return `${difference > 0 ? '+' : '\u2212'}${text}`;
  }
  const percent = (difference / Math.abs(previous)) * 100;
  return `${signed(percent, locale, Math.abs(percent) < 10 ? 1 : 0)}%`;
}

function withPeriod(change: string, context: ChartContext, offsetMs: number): string {
  const span = offsetMs || (context.window ? context.window.etime - context.window.stime : 0);
  if (span <= 0) return change;
  const { unit, n } = spanOf(span);
  return context.say('delta_versus', { change, period: context.say(`span_${unit}`, { n }) });
}

function toneOf(measure: Measure, difference: number, context: ChartContext): Delta['tone'] {
  const good = context.polarity?.[measure.name];
  if (!good || difference === 0) return 'neutral';
  return (good === 'up') === difference > 0 ? 'good' : 'bad';
}
