import { createParser, parseAsBoolean, parseAsInteger, parseAsStringLiteral } from 'nuqs';
import { isZone } from '@/components/layout/preferences/time-zone';
import { type ChartFilter, filtersIn, filterText } from '@/lib/analytics/filters/contract';

export const RANGES = ['last_1h', 'last_24h', 'last_7d', 'last_30d'] as const;
/** Units of a span that ends now, in milliseconds. */
export const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
export type Unit = keyof typeof UNITS;
export type Span = `last_${number}${Unit}`;
/** A span that ends now: one that the API knows by name, or any other. */
export type RangeName = Span;

/** Seconds between two refreshes by name; `off` is none. */
export const REFRESHES = { off: 0, '30s': 30, '1m': 60, '5m': 300 } as const;
export type RefreshName = keyof typeof REFRESHES;
export const REFRESH_NAMES = Object.keys(REFRESHES) as RefreshName[];

export const LONGEST_MS = 90 * 86_400_000;
const SPAN = /^last_([1-9]\d{0,5})([mhd])$/;

/** Milliseconds of a span that ends now; null where it is none, or longer than the server accepts. */
export function spanOf(name: string): { n: number; unit: Unit; ms: number } | null {
  const [, digits, unit] = SPAN.exec(name) ?? [];
  if (digits === undefined) return null;
  const n = Number(digits);
  const ms = n * UNITS[unit as Unit];
  return ms <= LONGEST_MS ? { n, unit: unit as Unit, ms } : null;
}

const isNamed = (name: RangeName): name is (typeof RANGES)[number] => RANGES.some((range) => range === name);

const parseAsSpan = createParser<RangeName>({
  parse: (text) => (spanOf(text) ? (text as RangeName) : null),
  serialize: String,
});
const parseAsMillis = createParser({
  parse: (text) => {
    const value = parseAsInteger.parse(text);
    return value !== null && value > 0 && value < 8e15 ? value : null;
  },
  serialize: String,
});
const parseAsDomain = createParser({
  parse: (text) => (/^[\w.-]{1,80}$/.test(text) ? text : null),
  serialize: String,
});

const parseAsZone = createParser({ parse: (text) => (isZone(text) ? text : null), serialize: String });

const parseAsFilters = createParser<ChartFilter[]>({
  parse: (text) => filtersIn(text),
  serialize: filterText,
  eq: (a, b) => filterText(a) === filterText(b),
});

const NO_FILTERS: ChartFilter[] = [];

/** The state of a dashboard, all of it in the URL; what cannot be read falls back to the default. */
export const dashboardParsers = {
  time_window: parseAsSpan.withDefault('last_24h'),
  stime: parseAsMillis,
  etime: parseAsMillis,
  tz: parseAsZone,
  domain_id: parseAsDomain,
  filter: parseAsFilters.withDefault(NO_FILTERS),
  compare: parseAsBoolean.withDefault(true),
  refresh: parseAsStringLiteral(REFRESH_NAMES).withDefault('off'),
};

export type DashboardState = {
  time_window: RangeName;
  stime: number | null;
  etime: number | null;
  domain_id: string | null;
  filters: ChartFilter[];
  compare: boolean;
  refresh: RefreshName;
};

/** Whether these ends make a window the server accepts. */
export const isWindow = (stime: number | null, etime: number | null): boolean =>
  stime !== null && etime !== null && etime > stime && etime - stime <= LONGEST_MS;

type Ends = Pick<DashboardState, 'time_window' | 'stime' | 'etime'>;

/** The window part of a request made now: absolute ends when both are there and sound, else the span that ends now. */
export function windowBody({ time_window, stime, etime }: Ends, now = Date.now()) {
  if (stime !== null && etime !== null && isWindow(stime, etime)) return { stime, etime };
  if (isNamed(time_window)) return { time_window };
  return { stime: now - (spanOf(time_window)?.ms ?? UNITS.d), etime: now };
}

/** The next wider relative range; null when there is none. */
export function wider({ time_window, stime, etime }: Ends): RangeName | null {
  if (isWindow(stime, etime)) return 'last_30d';
  const ms = spanOf(time_window)?.ms ?? 0;
  return RANGES.find((name) => (spanOf(name)?.ms ?? 0) > ms) ?? null;
}

/** Twice as much: around the same middle, ending now at the latest. A span that ends now goes on ending now. */
export function zoomedOut(
  { time_window, stime, etime }: Ends,
  now = Date.now(),
): RangeName | { from: number; to: number } {
  if (stime === null || etime === null || !isWindow(stime, etime)) {
    const { n, unit } = spanOf(time_window) ?? { n: 24, unit: 'h' as const };
    return spanOf(`last_${2 * n}${unit}`) ? `last_${2 * n}${unit}` : `last_${LONGEST_MS / UNITS.d}d`;
  }
  const length = Math.min(2 * (etime - stime), LONGEST_MS);
  const to = Math.min((stime + etime + length) / 2, Math.max(now, etime));
  return { from: Math.round(to - length), to: Math.round(to) };
}
