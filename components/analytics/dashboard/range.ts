import { createParser, parseAsBoolean, parseAsInteger, parseAsStringLiteral } from 'nuqs';

export const RANGES = ['last_1h', 'last_24h', 'last_7d', 'last_30d'] as const;
export type RangeName = (typeof RANGES)[number];

/** Seconds between two refreshes by name; `off` is none. */
export const REFRESHES = { off: 0, '30s': 30, '1m': 60, '5m': 300 } as const;
export type RefreshName = keyof typeof REFRESHES;
export const REFRESH_NAMES = Object.keys(REFRESHES) as RefreshName[];

export const LONGEST_MS = 90 * 86_400_000;
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

/** The state of a dashboard, all of it in the URL; what cannot be read falls back to the default. */
export const dashboardParsers = {
  time_window: parseAsStringLiteral(RANGES).withDefault('last_24h'),
  stime: parseAsMillis,
  etime: parseAsMillis,
  domain_id: parseAsDomain,
  compare: parseAsBoolean.withDefault(true),
  refresh: parseAsStringLiteral(REFRESH_NAMES).withDefault('off'),
};

export type DashboardState = {
  time_window: RangeName;
  stime: number | null;
  etime: number | null;
  domain_id: string | null;
  compare: boolean;
  refresh: RefreshName;
};

/** Whether these ends make a window the server accepts. */
export const isWindow = (stime: number | null, etime: number | null): boolean =>
  stime !== null && etime !== null && etime > stime && etime - stime <= LONGEST_MS;

/** The window part of a request: absolute ends when both are there and sound, else the relative name. */
export function windowBody(state: Pick<DashboardState, 'time_window' | 'stime' | 'etime'>) {
  if (state.stime !== null && state.etime !== null && isWindow(state.stime, state.etime)) {
    return { stime: state.stime, etime: state.etime };
  }
  return { time_window: state.time_window };
}

/** The next wider relative range; null when there is none. */
export function wider(state: Pick<DashboardState, 'time_window' | 'stime' | 'etime'>): RangeName | null {
  if (isWindow(state.stime, state.etime)) return 'last_30d';
  return RANGES[RANGES.indexOf(state.time_window) + 1] ?? null;
}
