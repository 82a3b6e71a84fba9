import type { ChartContext, Delta } from '../prepare/model';
import type { Measure } from '../result/contract';
import { countText, fmt, signed } from './format';
import { isAdditive, isPercent } from './measure';
import { spanOf } from './time-format';

/**
 * The change against the previous period in words: per cent for counts, points for percentages, the difference itself
 * for latencies; how many times as much from ten times on, and "new" where nothing was before. Undefined when there is nothing to compare with.
 */
export function deltaOf(
  measure: Measure,
  value: number | null,
  previous: number | null | undefined,
  context: ChartContext,
  offsetMs: number,
): Delta | undefined {
  if (value === null || previous === null || previous === undefined) return undefined;
  const tone = toneOf(measure, value - previous, context);
  if (previous === 0 && value !== 0 && !isPercent(measure)) return { text: context.say('delta_new'), tone };
  const key = isManifold(measure, value, previous) ? 'delta_times' : 'delta_versus';
  const change: Record<string, string> =
    key === 'delta_times'
      ? { n: countText(value / previous, context.locale) }
      : { change: changeText(measure, value, previous, context) };
  return { text: withPeriod(key, change, context, offsetMs), tone };
}

/** From so many times as much on, a percentage says nothing any more. */
const MANIFOLD = 10;

const isManifold = (measure: Measure, value: number, previous: number) =>
  isAdditive(measure) && !isPercent(measure) && value / previous >= MANIFOLD;

function changeText(measure: Measure, value: number, previous: number, context: ChartContext): string {
  const { locale, say } = context;
  const difference = value - previous;
  if (difference === 0) return say('delta_same');
  if (isPercent(measure)) {
    const points = signed(difference, locale, Math.abs(difference) < 1 ? 2 : 1);
    return points === '0' ? say('delta_same') : say('delta_points', { n: points });
  }
  if (!isAdditive(measure) && measure.unit === 'ms') {
    const text = fmt(measure, locale, say).short(Math.abs(difference));
    return `${difference > 0 ? '+' : '\u2212'}${text}`;
  }
  const percent = (difference / Math.abs(previous)) * 100;
  const text = signed(percent, locale, Math.abs(percent) < 10 ? 1 : 0);
  // a change that rounds to nothing is none
  return text === '0' ? say('delta_same') : `${text}%`;
}

/** The change and what it is a change against; without a known period the change alone. */
function withPeriod(key: string, change: Record<string, string>, context: ChartContext, offsetMs: number): string {
  const span = offsetMs || (context.window ? context.window.etime - context.window.stime : 0);
  const [only = ''] = Object.values(change);
  if (span <= 0) return key === 'delta_times' ? `×${only}` : only;
  const { unit, n } = spanOf(span);
  return context.say(key, { ...change, period: context.say(`span_${unit}`, { n }) });
}

function toneOf(measure: Measure, difference: number, context: ChartContext): Delta['tone'] {
  const good = context.polarity?.[measure.name];
  if (!good || difference === 0) return 'neutral';
  return (good === 'up') === difference > 0 ? 'good' : 'bad';
}
