import type { FixtureFile } from '../fixtures/fixture-file';
import type { BatchChartResult, Dimension, Measure, RenderHint, Row } from './contract';

/** A result that must be drawn rightly whatever the hint; the workbench lists them by `id`. */
export type Fixture = {
  id: string;
  result: (hint: RenderHint) => unknown;
  window: (hint: RenderHint) => FixtureFile['window'];
  /** Zone the fixture is about; the reader's own otherwise. */
  tz?: string;
};

type Plan = {
  start: number;
  step: number;
  buckets: number;
  granularity: FixtureFile['window']['granularity'];
  /** Length of the window in ms, where it is not buckets x step. */
  length?: number;
  unit: 'ms' | 's';
  tz?: string;
  labels: readonly string[];
  dimension: Omit<Dimension, 'values'> & { values?: string[] };
  measure: Measure;
  /** Undefined: there is no such row. */
  value: (bucket: number, label: number) => number | null | undefined;
  meta: BatchChartResult['meta'];
  /** Value of the previous period, where there is one. */
  previous?: (bucket: number, label: number) => number | null;
};

const REQUESTS: Measure = { name: 'requests', type: 'integer', unit: 'requests', format: 'short' };
const VERDICTS = ['pass', 'block', 'limit', 'captcha', 'monitor'];
const ACTION = { name: 'action', type: 'enum' as const, values: VERDICTS };
const HOST = { name: 'host', type: 'string' as const };
const MINUTES_5 = 300_000;

const base: Plan = {
  start: Date.UTC(2026, 10, 19, 1),
  step: MINUTES_5,
  buckets: 24,
  granularity: '5m',
  unit: 'ms',
  labels: VERDICTS,
  dimension: ACTION,
  measure: REQUESTS,
  value: (b, l) => Math.round((900 + 400 * Math.sin(b / 4)) / (1 + l * l * 2)),
  meta: { source: 'events', latency_ms: 6 },
};

const WITH_TIME: readonly RenderHint[] = [
  'categorical_distribution_over_time',
  'time_series_single',
  'time_series_multi',
  'table',
];
const WITH_CATEGORY: readonly RenderHint[] = [
  'categorical_distribution',
  'categorical_distribution_over_time',
  'time_series_multi',
  'topn',
  'geo',
  'table',
];
const COUNTRIES = ['US', 'DE', 'VN', 'SG', 'BR', 'CN-31', 'HKG', '156', '-', 'T1'];

function build(hint: RenderHint, plan: Plan): BatchChartResult {
  const hasTime = WITH_TIME.includes(hint);
  const isGeo = hint === 'geo' && plan.dimension === ACTION;
  const labels = isGeo ? COUNTRIES : plan.labels;
  const hasCategory = WITH_CATEGORY.includes(hint) || (hint === 'kpi' && plan.dimension !== ACTION);
  const dimension: Dimension = isGeo ? { name: 'country', type: 'geo' } : plan.dimension;
  const time: Dimension = { name: 'time', type: 'timestamp', unit: plan.unit };
  const period: Dimension = { name: 'period', type: 'enum', values: ['current', 'previous'] };
  const cells: Row[] = [];
  for (let b = 0; b < (hasTime ? plan.buckets : 1); b++) {
    for (let l = 0; l < (hasCategory ? labels.length : 1); l++) {
      const at = plan.start + b * plan.step;
      const row: Row = {
        ...(hasTime ? { time: plan.unit === 's' ? at / 1000 : at } : {}),
        ...(hasCategory ? { [dimension.name]: labels[l] ?? null } : {}),
      };
      const value = plan.value(b, l);
      if (value !== undefined)
        cells.push({ ...row, [plan.measure.name]: value, ...(plan.previous ? { period: 'current' } : {}) });
      if (plan.previous) cells.push({ ...row, [plan.measure.name]: plan.previous(b, l), period: 'previous' });
    }
  }
  return {
    chart_key: `fixture_${hint}`,
    render_hint: hint,
    schema: {
      dimensions: [...(hasTime ? [time] : []), ...(hasCategory ? [dimension] : []), ...(plan.previous ? [period] : [])],
      measures: [plan.measure],
    },
    rows: cells,
    meta: plan.meta,
  };
}

type Change = Partial<Plan> | ((hint: RenderHint) => Partial<Plan>);

function fixture(id: string, change: Change, after?: (result: BatchChartResult) => unknown): Fixture {
  const planOf = (hint: RenderHint): Plan => ({ ...base, ...(typeof change === 'function' ? change(hint) : change) });
  return {
    id,
    tz: planOf('table').tz,
    window: (hint) => {
      const plan = planOf(hint);
      return {
        stime: plan.start,
        etime: plan.start + (plan.length ?? plan.buckets * plan.step),
        granularity: plan.granularity,
        bucket_table: `bucket_${plan.granularity}`,
      };
    },
    result: (hint) => (after ? after(build(hint, planOf(hint))) : build(hint, planOf(hint))),
  };
}

/** Where the figures of large fixtures begin: the same ones each time, so that they need not be kept as files. */
const SEED = 20_261_119;

/** A whole number below `most` for each n, as if by chance: one step of mulberry32. */
function scattered(n: number, most: number): number {
  let x = Math.imul(SEED + n, 0x6d2b79f5);
  x = Math.imul(x ^ (x >>> 15), x | 1);
  x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
  return ((x ^ (x >>> 14)) >>> 0) % most;
}

/** 10,000 rows of any hint: along the time where it has one, else of as many names. */
function tenThousand(hint: RenderHint): Partial<Plan> {
  const hasTime = WITH_TIME.includes(hint);
  const value = (b: number, l: number) => 40 + scattered(b * 7919 + l, 600);
  if (!hasTime) return { dimension: HOST, labels: named(10_000), value };
  return { buckets: 10_000 / (WITH_CATEGORY.includes(hint) ? VERDICTS.length : 1), value };
}

const named = (n: number) => Array.from({ length: n }, (_, i) => `app-${String(i + 1).padStart(3, '0')}.example.com`);
const URI = `/catalogue/${'products/'.repeat(11)}item?ref=mail`;
const IPV6 = ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8::1', '::ffff:198.51.100.7'];
const HOSTILE = [
  '\u0645\u0631\u062d\u0628\u0627 \u202eevil',
  '🧱🧱 wall',
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("https://example.com")',
  '{a|rich}',
];
const PERCENT: Measure = { name: 'error_rate', type: 'percent', unit: '%' };

const LONG = [
  'Requests that were let through although a rule of the policy in observation had matched their query string',
  '命中了处于观察状态的策略规则、但仍被放行到源站的请求（含查询参数与请求体，按最近一次发布的版本统计）',
  'Kundenkontoverwaltungsschnittstellenauthentifizierung',
];

/** The edge cases every hint must survive: those of the charts reference, section 8, and what a dashboard meets beside them. */
export const FIXTURES: readonly Fixture[] = [
  fixture('zero_rows', { value: () => undefined }),
  fixture('one_row', {
    value: (b, l) => (b === 3 || (b === 0 && l === 0) ? (l === 0 && b === 0 ? 42 : undefined) : undefined),
  }),
  fixture('nulls', { value: (b, l) => (b % 5 === 2 || (b === 0 && l === 1) ? null : 100 + l) }),
  fixture('missing_bucket', {
    value: (b, l) => (b === 2 && l === 1 ? undefined : b === 5 ? undefined : 100 * (l + 1)),
  }),
  fixture('all_zero', { value: () => 0 }),
  fixture('negative', { value: (b, l) => (l === 1 || b % 6 === 3 ? -120 : 200) }),
  fixture('21_series', { dimension: HOST, labels: named(21), value: (_, l) => 2100 - l * 100 }),
  fixture('200_series', { dimension: HOST, labels: named(200), value: (_, l) => 2000 - l * 10 }),
  fixture('40_series', { dimension: HOST, labels: named(40), value: (_, l) => 2000 - l * 45 }),
  fixture('10k_rows', tenThousand),
  fixture('5k_points', {
    buckets: 5000,
    labels: ['pass'],
    value: (b) => Math.round(500 + 300 * Math.sin(b / 40)) + (b === 2500 ? 90_000 : 0),
  }),
  fixture('duplicate_keys', {}, (result) => ({ ...result, rows: [...result.rows, ...result.rows.slice(0, 3)] })),
  fixture('undeclared_value', { labels: [...VERDICTS, 'drop'] }),
  fixture('120_char_uri', { dimension: { name: 'path', type: 'string' }, labels: [URI, '/', '/login'] }),
  fixture('ipv6', { dimension: { name: 'client_ip', type: 'string' }, labels: IPV6 }),
  fixture('html_text', { dimension: { name: 'user_agent', type: 'string' }, labels: HOSTILE }),
  fixture('zh_labels', {
    dimension: { name: 'site', type: 'string' },
    labels: ['官网首页', '支付接口（生产环境）', '静态资源'],
  }),
  fixture('long_labels', { dimension: { name: 'rule', type: 'string' }, labels: LONG }),
  fixture('percent_scale', { measure: PERCENT, value: (b, l) => 0.1 + ((b + l) % 7) / 10 }),
  fixture('seconds_unit', { unit: 's' }),
  fixture(
    'dst_day',
    {
      // Europe/Berlin, 25 October 2026: the day that has 25 hours
      start: Date.UTC(2026, 9, 23, 22),
      step: 86_400_000,
      buckets: 4,
      length: 97 * 3_600_000,
      granularity: '1d',
      tz: 'Europe/Berlin',
      value: (b, l) => (b + 1) * 100 + l,
    },
    (result) => berlinDays(result),
  ),
  fixture('partial', { meta: { source: 'events', partial: true }, value: (b, l) => (b > 19 ? undefined : 300 + l) }),
  fixture('error', {
    value: () => undefined,
    meta: { error: { err_key: 'err.internal', message: 'The event store did not answer.' }, partial: true },
  }),
  fixture('unavailable', { value: () => undefined, meta: { source: 'events', available: false } }),
  fixture('compare', {
    previous: (b, l) => Math.round((700 + 500 * Math.cos(b / 5)) / (1 + l * l * 2)),
    meta: { source: 'events', compare_offset_ms: 7_200_000 },
  }),
  fixture('compare_zero', { previous: () => 0, meta: { source: 'events', compare_offset_ms: 7_200_000 } }),
];

const BERLIN = [
  Date.UTC(2026, 9, 23, 22),
  Date.UTC(2026, 9, 24, 22),
  Date.UTC(2026, 9, 25, 23),
  Date.UTC(2026, 9, 26, 23),
];
function berlinDays(result: BatchChartResult): BatchChartResult {
  const first = base.step * 288;
  const rows = result.rows.map((row) => {
    if (typeof row.time !== 'number') return row;
    const day = Math.round((row.time - (BERLIN[0] ?? 0)) / first);
    return { ...row, time: BERLIN[day] ?? row.time };
  });
  return { ...result, rows };
}

export const fixtureOf = (id: string): Fixture | undefined => FIXTURES.find((f) => f.id === id);
