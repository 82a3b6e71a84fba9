import { formatNumber, formatShort, MISSING } from '@/lib/i18n/format';
import type { Locale } from '@/lib/i18n/locales';
import type { Say } from '../prepare/model';
import type { Measure } from '../result/contract';
import { isPercent } from './measure';

export type Fmt = {
  /** Shortened, for headlines: `183.6K`, `18.4万`, `1.5 s`. */
  short: (value: number | null | undefined) => string;
  /** The same in two pieces, so that the unit can be set smaller. */
  parts: (value: number | null | undefined) => { value: string; unit: string };
  /** That of the values as they come; empty where the name says what is counted. */
  unit: string;
  /** Every digit and the unit, for tooltips and tables. */
  exact: (value: number | null | undefined) => string;
  /** One formatter for a whole axis: unit and decimals are chosen once, from its largest value and its step. */
  axis: (max: number, step: number) => (value: number) => string;
  /** What axis values are divided by before they are rounded to nice steps. */
  axisUnit: (max: number) => number;
};

/**
 * Display of a measure's values (reference units: bytes, bits per second, milliseconds, 0-100 per cent).
 * The only place that turns a chart's number into text.
 */
export function fmt(measure: Pick<Measure, 'type' | 'unit' | 'format'>, locale: Locale, say: Say): Fmt {
  const plain = (value: number, digits: number, least = 0) => number(value, locale, digits, least);
  const scale = scaleOf(measure);
  const written = (unit: string) => (WORDS.has(unit) ? say(`unit.${unit}`) : unit);
  const split = (value: number) => {
    if (!scale) return { value: compact(value, measure, locale), unit: unitWord(measure, say) };
    const step = pick(scale, Math.abs(value));
    const shown = value / step.size;
    return { value: plain(shown, decimals(shown, step.size)), unit: written(step.unit) };
  };
  const unit = exactUnit(measure, say);
  const whole = (value: number) => joined(measure.type === 'integer' ? plain(value, 0) : plain(value, 2, 2), unit);
  return {
    unit,
    parts: (value) => (isNumber(value) ? split(value) : { value: MISSING, unit: '' }),
    short: (value) => {
      if (!isNumber(value)) return MISSING;
      const { value: text, unit } = split(value);
      return joined(text, unit);
    },
    exact: (value) => (isNumber(value) ? whole(value) : MISSING),
    axisUnit: (max) => (scale ? pick(scale, max).size : 1),
    axis: (max, step) => {
      if (!scale) return (value) => axisNumber(value, step, measure, locale);
      const chosen = pickForSteps(scale, max, step);
      const digits = digitsFor(step / chosen.size);
      return (value) => joined(plain(value / chosen.size, digits), value === 0 ? '' : written(chosen.unit));
    },
  };
}

const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

type Scale = { size: number; unit: string }[];
const IEC: Scale = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'].map((unit, i) => ({ size: 1024 ** i, unit }));
const BYTES: Scale = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'].map((unit, i) => ({ size: 1000 ** i, unit }));
const BITS: Scale = ['bps', 'kbps', 'Mbps', 'Gbps', 'Tbps'].map((unit, i) => ({ size: 1000 ** i, unit }));
const MILLIS: Scale = [
  { size: 1, unit: 'ms' },
  { size: 1000, unit: 's' },
  { size: 60_000, unit: 'min' },
  { size: 3_600_000, unit: 'h' },
  { size: 86_400_000, unit: 'd' },
];
/** Units that languages write differently. */
const WORDS: ReadonlySet<string> = new Set(['s', 'min', 'h', 'd']);

function scaleOf(measure: Pick<Measure, 'type' | 'unit' | 'format'>): Scale | undefined {
  if (measure.format === 'iec') return IEC;
  if (measure.unit === 'bytes') return BYTES;
  if (measure.unit === 'bps') return BITS;
  return measure.unit === 'ms' ? MILLIS : undefined;
}

const FIRST = { size: 1, unit: '' };
function pick(scale: Scale, value: number) {
  // 999.95 kB would be rounded to "1,000 kB": the next unit starts a little earlier
  return scale.findLast((s) => value >= s.size * 0.9995) ?? scale[0] ?? FIRST;
}

/** Units of which a part is written in a smaller one: nobody reads a third of an hour off 0.3333 h. */
const WHOLE: ReadonlySet<string> = new Set(['min', 'h', 'd']);

/** The largest unit in which the steps of an axis can be written. */
function pickForSteps(scale: Scale, max: number, step: number) {
  const isWhole = (size: number) => Math.abs(step / size - Math.round(step / size)) < 1e-6;
  const fits = ({ size, unit }: Scale[number]) => max >= size * 0.9995 && (!WHOLE.has(unit) || isWhole(size));
  return scale.findLast(fits) ?? pick(scale, max);
}

const decimals = (shown: number, size: number) =>
  Math.abs(shown) >= 100 || (size === 1 && Math.abs(shown) >= 10) ? 0 : 1;
/** Decimals that write a step exactly: 0.25 needs two. */
function digitsFor(step: number): number {
  const isExact = (digits: number) => Math.abs(Number(step.toFixed(digits)) - step) <= Math.abs(step) * 1e-6;
  return [0, 1, 2, 3].find(isExact) ?? 4;
}

function compact(value: number, measure: Pick<Measure, 'type' | 'unit' | 'format'>, locale: Locale): string {
  const size = Math.abs(value);
  if (isPercent(measure as Measure)) {
    if (size < 1 && size > 0) return number(value, locale, 2);
    return number(value, locale, 1, value % 100 === 0 ? 0 : 1);
  }
  if (measure.unit === 'qps') return number(value, locale, size < 0.1 ? 3 : 1, size === 0 || size >= 0.1 ? 1 : 0);
  if (size < 1000) return number(value, locale, measure.type === 'integer' ? 0 : 1);
  return formatShort(value, locale);
}

function axisNumber(value: number, step: number, measure: Pick<Measure, 'type' | 'unit' | 'format'>, locale: Locale) {
  if (isPercent(measure as Measure)) return `${number(value, locale, digitsFor(step))}%`;
  if (Math.abs(value) < 1000) return number(value, locale, digitsFor(step));
  return formatShort(value, locale);
}

/** The unit after a headline; counts carry none, their label says what is counted. */
function unitWord(measure: Pick<Measure, 'type' | 'unit'>, say: Say): string {
  if (isPercent(measure as Measure)) return '%';
  return measure.unit === 'qps' ? say('unit.qps') : '';
}

function exactUnit(measure: Pick<Measure, 'type' | 'unit' | 'format'>, say: Say): string {
  if (isPercent(measure as Measure)) return '%';
  if (measure.unit === 'ms') return 'ms';
  if (measure.unit === 'bps') return 'bps';
  if (measure.unit === 'bytes' || measure.format === 'iec') return 'B';
  return measure.unit === 'qps' ? say('unit.qps') : '';
}

function joined(value: string, unit: string): string {
  if (unit === '') return value;
  return unit === '%' ? `${value}%` : `${value} ${unit}`;
}

/** At most `most` decimals, at least `least`, no trailing zeros between; never "−0". */
function number(value: number, locale: Locale, most: number, least = 0): string {
  const rounded = Number(value.toFixed(most)) || 0;
  let digits = most;
  while (digits > least && Number(rounded.toFixed(digits - 1)) === rounded) digits--;
  return formatNumber(rounded, locale, digits);
}

/** A number with its sign, for differences: `+4.1`, `−0.11`, `0`. */
export function signed(value: number, locale: Locale, digits: number): string {
  const text = number(value, locale, digits);
  return value > 0 && text !== '0' ? `+${text}` : text;
}

/** A share of the whole, 0-100. What is little is not nothing, and what is nearly all is not all: `<0.1%`, `>99.9%`. */
export function shareText(share: number | null, locale: Locale): string {
  if (share === null) return MISSING;
  const step = 0.1;
  const written = (value: number) => `${number(value, locale, 1, 1)}%`;
  if (share > 0 && share < step / 2) return `<${written(step)}`;
  if (share < 100 && share >= 100 - step / 2) return `>${written(100 - step)}`;
  return written(share);
}

/** A plain count of things in the reader's digits grouping. */
export const countText = (value: number, locale: Locale): string => number(value, locale, 0);
