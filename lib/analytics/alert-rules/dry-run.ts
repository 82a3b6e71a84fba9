import type { Metric } from '@/lib/analytics/alerts/vocabulary';
import type { Measure } from '@/lib/analytics/charts/chart';
import type { BatchChartResult } from '@/lib/analytics/charts/contract';
import { chartError } from '@/lib/analytics/query/prepare';
import type { Ctx } from '@/lib/api/context';
import { approvalTimes } from '@/lib/guard/approvals/repository';
import { findDomain } from '@/lib/guard/domains/repository';
import { DAY_MS } from '@/lib/jobs/prune';
import { ownerOf } from '@/lib/queues/owner';
import { DRY_RUN_DAYS, type DryRun, type DryRunInput, MAX_FIRED } from './contract';
import { sumsOverTime } from './figures';
import {
  goesOn,
  isWhole,
  isWithin,
  type Limit,
  latestEnd,
  limitOf,
  MINUTE_MS,
  meets,
  metricOf,
  STEP_MS,
  SUMS,
  type Sums,
} from './judge';
import { domainUnknown, requireSense } from './service';

const HOUR_MS = 60 * MINUTE_MS;

type Fired = DryRun['fired'][number];
type Tried = DryRunInput & { threshold: number };

/**
 * When a rule that need not exist would have fired for a domain: the same windows, formulas and quiet periods that the job
 * judges by. Throws the errors of the contract.
 */
export async function dryRun(ctx: Ctx, input: DryRunInput): Promise<DryRun> {
  const rule = { ...input, threshold: input.threshold ?? 0 };
  requireSense(rule);
  const { domain_id } = rule;
  const domain = await findDomain(ctx.db, ctx.scope, domain_id);
  if (!domain) throw domainUnknown();
  const since = (await approvalTimes(ctx.db, [domain_id])).get(domain_id) ?? domain.ctime;
  try {
    return await ctx.runtime.queues.charts.run(ownerOf(ctx), () => tryRule(ctx, rule, since), ctx.request.signal());
  } catch (cause) {
    throw chartError(ctx, CHART, cause);
  }
}

async function tryRule(ctx: Ctx, rule: Tried, since: number): Promise<DryRun> {
  const { store } = ctx.runtime.analytics;
  const latest = latestEnd(ctx.now);
  const first = latest - DRY_RUN_DAYS * DAY_MS;
  const days = rule.policy_type === 'spike' ? rule.baseline_days : 0;
  const from = first - days * DAY_MS - rule.window_minutes * MINUTE_MS;
  const scope = { oem_id: ctx.scope.oem_id, domain_ids: [rule.domain_id], include_unowned: false };
  const buckets = await sumsOverTime(store, scope, { from, until: latest }, ctx.behalf);
  const windowAt = windowsOf(buckets, from, latest, rule.window_minutes * MINUTE_MS);
  const fired: Fired[] = [];
  const hours = new Map<number, Nearest>();
  const pause = ctx.behalf.slices();
  for (let until = first + STEP_MS; until <= latest; until += STEP_MS) {
    await pause();
    const sums = windowAt(until);
    const before = Array.from({ length: days }, (_, day) => windowAt(until - (day + 1) * DAY_MS));
    const limit = limitOf(rule, before);
    const value = metricOf(rule.metric, sums);
    const isJudged = isWhole(rule, until - rule.window_minutes * MINUTE_MS, since) && isWithin(rule.schedule, until);
    const isMet = isJudged && meets(rule, sums, limit);
    keepNearest(hours, rule, until, value, limit, isMet);
    if (limit && isMet) note(fired, rule, until, value ?? 0, limit);
  }
  const partial = from < store.rollupSince('traffic');
  const latestFirst = fired.slice(-MAX_FIRED).reverse();
  const marked = new Set(fired.map((one) => hourOf(one.until)));
  return { total: fired.length, fired: latestFirst, chart: chartOf(rule.metric, hours, marked, partial) };
}

/** The sums of the window that ends at a time; undefined where it had no request. Prefix sums make each a subtraction. */
function windowsOf(buckets: ReadonlyMap<number, Sums>, from: number, latest: number, length: number) {
  const steps = (latest - from) / STEP_MS;
  const running = SUMS.map((name) => {
    const sums = new Float64Array(steps + 1);
    for (let i = 0; i < steps; i++) sums[i + 1] = (sums[i] ?? 0) + (buckets.get(from + i * STEP_MS)?.[name] ?? 0);
    return { name, sums };
  });
  return (until: number): Sums | undefined => {
    const [start, end] = [(until - length - from) / STEP_MS, (until - from) / STEP_MS];
    const within = running.map(({ name, sums }) => [name, (sums[end] ?? 0) - (sums[start] ?? 0)]);
    const found = Object.fromEntries(within) as Sums;
    return found.requests > 0 ? found : undefined;
  };
}

/** Adds an alert, or that the last one goes on. */
function note(fired: Fired[], rule: Tried, until: number, value: number, { limit }: Limit): void {
  const last = fired.at(-1);
  if (last && goesOn(rule, last.last_until, until)) last.last_until = until;
  else fired.push({ from: until - rule.window_minutes * MINUTE_MS, until, value, limit, last_until: until });
}

/** The hour in which a window ends. */
const hourOf = (until: number) => until - 1 - ((until - 1) % HOUR_MS);

/**
 * Of an hour, the window that is furthest beyond its limit, or nearest to it. One with too few requests, or outside of the rule's
 * hours, may be further beyond than what fires, and does not stand for it.
 */
type Nearest = { value: number | null; threshold: number | null; beyond: number; isMet: boolean };

const isNearer = (one: Nearest, other: Nearest) => (one.isMet === other.isMet ? one.beyond > other.beyond : one.isMet);

function keepNearest(
  hours: Map<number, Nearest>,
  { comparison }: Tried,
  until: number,
  value: number | null,
  limit: Limit | undefined,
  isMet: boolean,
): void {
  const hour = hourOf(until);
  const threshold = limit?.limit ?? null;
  const sign = comparison === 'above' ? 1 : -1;
  const beyond = value === null ? Number.NEGATIVE_INFINITY : sign * (value - (threshold ?? 0));
  const known = hours.get(hour);
  const one = { value, threshold, beyond, isMet };
  if (!known || isNearer(one, known)) hours.set(hour, one);
}

const CHART = 'dry_run';

type Shown = Pick<Measure, 'type' | 'unit' | 'format'>;
const COUNT: Shown = { type: 'integer', unit: 'requests', format: 'short' };
const SHARE: Shown = { type: 'percent', unit: '%', format: 'short' };
const SHOWN: Readonly<Record<Metric, Shown>> = {
  requests: COUNT,
  blocked: COUNT,
  limited: COUNT,
  share_5xx: SHARE,
  share_4xx: SHARE,
  bytes_out: { type: 'integer', unit: 'bytes', format: 'iec' },
  latency_mean: { type: 'float', unit: 'ms', format: 'short' },
};

/** As a chart (spec 2.14): a point an hour; `marked` are the hours in which it would have fired. */
function chartOf(
  metric: Metric,
  hours: ReadonlyMap<number, Nearest>,
  marked: ReadonlySet<number>,
  partial: boolean,
): BatchChartResult {
  const shown = SHOWN[metric];
  const line = shown.type === 'integer' ? { ...shown, type: 'float' as const } : shown;
  return {
    chart_key: CHART,
    render_hint: 'time_series_multi',
    schema: {
      dimensions: [{ name: 'time', type: 'timestamp', unit: 'ms' }],
      measures: [
        { name: metric, ...shown },
        { name: 'threshold', ...line },
        { name: 'fired', ...shown },
      ],
    },
    rows: [...hours].map(([time, { value, threshold }]) => {
      return { time, [metric]: value, threshold, fired: marked.has(time) ? value : null };
    }),
    meta: { source: 'rollup_traffic_5m', available: true, partial },
  };
}
