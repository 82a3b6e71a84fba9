import type { Problem } from '@/lib/analytics/charts/lint';
import type { Locale } from '@/lib/i18n/locales';
import type { Cell, ChartWindow, Measure, RenderHint } from '../result/contract';
import type { Lead } from './lead';
import type { Mark } from './mark';

/** Looks up a text of the `charts` messages. */
export type Say = (key: string, values?: Record<string, string | number>) => string;

/** Names of what a result holds, in the reader's language. */
export type Names = {
  title: string;
  measure: (name: string) => string;
  dimension: (name: string) => string;
  value: (dimension: string, value: string) => string;
  /** What the empty text says in a dimension where it has a meaning, such as a request without a referrer. */
  empty?: (dimension: string) => string | undefined;
  /** Words for what a dimension without declared values holds, such as the name of an action; undefined: as it is. */
  text?: (dimension: string, value: string) => string | undefined;
};

/** How a stacked chart is drawn. */
export const TIME_MODES = ['absolute', 'share', 'lines'] as const;
export type TimeMode = (typeof TIME_MODES)[number];

/** Which direction of a measure is good; a measure that is not named is neutral. */
export type Polarity = Readonly<Record<string, 'up' | 'down'>>;

export type ChartContext = {
  locale: Locale;
  /** IANA zone of every displayed time. */
  tz: string;
  /** Unix milliseconds; decides which bucket is still open. */
  now: number;
  window?: ChartWindow;
  names: Names;
  say: Say;
  mode?: TimeMode;
  polarity?: Polarity;
  /** What a ranking's shares refer to, when the result does not tell: its rows are only the largest. */
  whole?: number | null;
};

export type Column = {
  key: string;
  label: string;
  /** Of plain numbers, such as those of an export; a cell of a table says it itself. */
  unit?: string;
  numeric: boolean;
  /** Read to its last digit, so never cut. */
  isTime?: boolean;
  /** Kept in exports and shown only in a row's details. */
  extra?: boolean;
  /** A word of a closed set, which is short and never cut. */
  isWord?: boolean;
  /** Among the details, too, where the window has no room for all of a single event. */
  yields?: boolean;
  /** Colour of a value, for its square before the text. */
  token?: (value: Cell | undefined) => string | undefined;
  text: (value: Cell | undefined) => string;
  csv: (value: Cell | undefined) => string | number;
};
export type TableRow = (Cell | undefined)[];
export type TableData = {
  columns: Column[];
  rows: TableRow[];
  /** What a cell leads to; its row is one of `rows`. */
  markAt?: (row: TableRow, column: number) => Mark | undefined;
};

type Base = {
  chart_key: string;
  hint: RenderHint;
  title: string;
  /** Why nothing is drawn: no rows, or only zeros in a chart of shares. */
  empty: 'no_rows' | 'all_zero' | null;
  partial: boolean;
  measures: Measure[];
  warnings: Problem[];
  table: TableData;
};

export type Delta = { text: string; tone: 'neutral' | 'good' | 'bad' };
export type Figure = {
  measure: Measure;
  label: string;
  value: number | null;
  previous?: number | null;
  delta?: Delta;
};
export type KpiCard = Figure & {
  key: string;
  token: string;
  secondary: Figure[];
  spark: (number | null)[];
  lead?: Lead;
  /** The figure is the latest bucket's, because the measure cannot be added up. */
  isLatest: boolean;
};
export type KpiModel = Base & { kind: 'kpi'; cards: KpiCard[] };

export type Part = {
  key: string;
  label: string;
  token: string;
  value: number | null;
  /** 0-100, null where a share means nothing. */
  share: number | null;
  previous?: number | null;
  segments: Part[];
  lead?: Lead;
};
export type PartsModel = Base & {
  kind: 'parts';
  shape: 'donut' | 'bars' | 'share' | 'grouped';
  measure: Measure;
  parts: Part[];
  /** Legend of the segments, in their order. */
  legend: { key: string; label: string; token: string }[];
  total: number | null;
};

export type Bucket = {
  start: number;
  end: number;
  /** Not whole yet: the window or the clock ends inside it. */
  isOpen: boolean;
  isHatched: boolean;
};
export type TimeSeries = {
  key: string;
  label: string;
  token: string;
  measure: Measure;
  axis: number;
  values: (number | null)[];
  isStepped: boolean;
  isPrevious: boolean;
  lead?: Lead;
  /** Sum over the window for additive measures, else null. */
  total: number | null;
};
export type TimeModel = Base & {
  kind: 'time';
  buckets: Bucket[];
  series: TimeSeries[];
  axes: Measure[];
  isStacked: boolean;
  mode: TimeMode;
  canStack: boolean;
  /** Series kept out of the drawing because they cannot be added into an "Other". */
  hiddenSeries: number;
  /** How far back the previous period lies; 0 without comparison. */
  offsetMs: number;
};

export type RankItem = {
  key: string;
  /** Main line and, with several dimensions, the second line. */
  lines: string[];
  /** The raw values of the dimensions, for filters and links. */
  values: (string | null)[];
  value: number | null;
  share: number | null;
  /** Length of the bar, 0-100, against the largest absolute value. */
  bar: number;
  token: string;
  extras: { label: string; text: string }[];
  lead?: Lead;
  previous?: number | null;
  /** Country code; null for what lies outside any country. */
  code?: string | null;
};
export type RankModel = Base & { kind: 'rank' | 'geo'; measure: Measure; items: RankItem[]; total: number | null };

export type TableModel = Base & { kind: 'table' };

/** What every output is made of: ECharts option, HTML table, CSV and sentence. */
export type ChartModel = KpiModel | PartsModel | TimeModel | RankModel | TableModel;
export type ModelBase = Base;
