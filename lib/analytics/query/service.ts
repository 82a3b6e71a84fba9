import type { Ctx } from '@/lib/api/context';
import type { StreamReply } from '@/lib/api/envelope';
import { AppError, notFound } from '@/lib/api/errors';
import { translator } from '@/lib/i18n/translate';
import { ownerOf } from '@/lib/queues/owner';
import { streamInTurn } from '@/lib/queues/stream';
import { chartsOf, findChart } from '../charts/catalogue';
import type { ChartParams } from '../charts/compile';
import { type BatchChartResult, PAGES, type PageName } from '../charts/contract';
import { type AnyChart, isRecordChart } from '../charts/records/record-chart';
import { unknownChart } from '../charts/result';
import { readAhead, runSafely, tooYoungFor } from '../charts/run';
import { groupsInSets } from '../charts/sets';
import { readTogether } from '../charts/together';
import type { Window } from '../charts/window';
import type { BatchAnswer, BatchFilters, ExportInput, SingleQuery } from './contract';
import { TERMS } from './contract';
import { chartsCsv } from './csv';
import { chartError, explainer, type Prepared, prepare, reportedOf, runPrepared, windowOf } from './prepare';

const DEFAULTS: ChartParams = { top: 10, order: 'desc', page: 1, size: 20 };

type Wanted = { key: string; params: ChartParams };
type Found = Wanted & { chart: AnyChart | undefined };

/** Explains the words of the charts in the caller's language. */
export async function glossary(ctx: Ctx): Promise<{ terms: Record<string, string> }> {
  const t = translator(ctx.locale);
  return { terms: Object.fromEntries(TERMS.map((term) => [term, t(`analytics.glossary.terms.${term}`)])) };
}

function pageOf(name: string): PageName {
  const page = PAGES.find((p) => p === name);
  if (!page) throw notFound();
  return page;
}

function wantedCharts(charts: BatchFilters['charts'], defaults = DEFAULTS): Wanted[] {
  const seen = new Set<string>();
  return charts.map(({ key, params }, i) => {
    if (seen.has(key)) throw new AppError('err.analytics.duplicate_chart', { field: `charts.${i}.key` });
    seen.add(key);
    return { key, params: { ...defaults, ...params } };
  });
}

async function runWanted(
  ctx: Ctx,
  page: PageName,
  wanted: readonly Wanted[],
  prepared: Prepared,
): Promise<BatchChartResult[]> {
  const inTurns = <T>(works: readonly (() => Promise<T>)[]) =>
    ctx.runtime.queues.charts.all(ownerOf(ctx), works, ctx.request.signal());
  const found = wanted.map(({ key, params }) => ({ key, params, chart: findChart(page, key) }));
  const groups = inGroups(found, prepared);
  const together = await inTurns(groups.map((group) => () => runGroup(ctx, group, prepared)));
  const left = groups.filter((_, i) => !together[i]).flat();
  const alone = left.length > 0 ? await inTurns(left.map((one) => () => runFound(ctx, one, prepared))) : [];
  const byKey = new Map([...together.flatMap((results) => results ?? []), ...alone].map((r) => [r.chart_key, r]));
  return wanted.flatMap(({ key }) => byKey.get(key) ?? []);
}

/** Charts that one query may read together, and each of the others. */
function inGroups(found: readonly Found[], { store, query }: Prepared): Found[][] {
  const { filters = [], compare } = query;
  const narrowing = { filters, tooYoung: tooYoungFor(store, query) };
  const overEvents = found.flatMap(({ chart, ...one }) => (chart && !isRecordChart(chart) ? [{ ...one, chart }] : []));
  const others = found.filter(({ chart }) => !chart || isRecordChart(chart));
  return [
    ...readTogether(overEvents, narrowing, groupsInSets({ dialect: store.dialect, compare })),
    ...others.map((one) => [one]),
  ];
}

/** Undefined where one query cannot read all of them: then each needs a turn of its own, so that no turn is as long as all of theirs. */
async function runGroup(ctx: Ctx, group: readonly Found[], { store, query, records }: Prepared) {
  const together = group.flatMap(({ chart, params }) => (chart && !isRecordChart(chart) ? [{ chart, params }] : []));
  const ahead = await readAhead(store, together, query).catch((err: unknown) => {
    ctx.runtime.log.warn({ err, request_id: ctx.request.id }, 'charts are read one by one');
    return undefined;
  });
  if (group.length > 1 && !ahead) return undefined;
  const results: BatchChartResult[] = [];
  for (const one of group) results.push(await runFound(ctx, one, { store, query: { ...query, ahead }, records }));
  return results;
}

async function runFound(ctx: Ctx, { key, params, chart }: Found, prepared: Prepared): Promise<BatchChartResult> {
  if (chart) {
    const { compare } = prepared.query;
    return runSafely(chart, compare, () => runPrepared(chart, prepared, params), explainer(ctx, key));
  }
  const err_key = 'err.analytics.unknown_chart';
  return unknownChart(key, { err_key, message: translator(ctx.locale)(err_key) });
}

function batchAnswer(results: readonly BatchChartResult[], window: Window, started: number): BatchAnswer {
  const hits = results.filter((r) => r.meta.cache === true).length;
  return {
    data: Object.fromEntries(results.map((result) => [result.chart_key, result])),
    meta: {
      elapsed_ms: Math.round((performance.now() - started) * 10) / 10,
      cache_hit_ratio: Math.round((hits / results.length) * 100) / 100,
      total_charts: results.length,
      failed_charts: results.filter((r) => r.meta.error !== undefined).length,
      window: reportedOf(window),
    },
  };
}

/** Reads charts of one page; each fails alone (spec 2.14). */
export async function readCharts(ctx: Ctx, page: PageName, input: BatchFilters): Promise<BatchAnswer> {
  const started = performance.now();
  const wanted = wantedCharts(input.charts);
  const window = windowOf(ctx, { window: input.time_window, stime: input.stime, etime: input.etime }, 'time_window');
  const prepared = await prepare(ctx, { ...input, window, scope: input });
  return batchAnswer(await runWanted(ctx, page, wanted, prepared), window, started);
}

/** As readCharts, with the page from the path; an unknown page is 404. */
export async function readPageCharts(ctx: Ctx, page: string, input: BatchFilters): Promise<BatchAnswer> {
  return readCharts(ctx, pageOf(page), input);
}

/** Reads one chart; an unknown page or chart is 404. */
export async function readChart(ctx: Ctx, page: string, key: string, query: SingleQuery): Promise<BatchChartResult> {
  const chart = findChart(pageOf(page), key);
  if (!chart) throw notFound();
  const window = windowOf(ctx, query, 'window');
  const { compare, filter: filters = [] } = query;
  const prepared = await prepare(ctx, { window, compare, filters, scope: query });
  const { top, order, page: number, size } = query;
  try {
    const work = () => runPrepared(chart, prepared, { top, order, page: number, size });
    return await ctx.runtime.queues.charts.run(ownerOf(ctx), work, ctx.request.signal());
  } catch (cause) {
    throw chartError(ctx, key, cause);
  }
}

/** Downloads charts of the overview. Rejects as `FairQueue.run` does, too. */
export function exportCharts(ctx: Ctx, input: ExportInput): Promise<StreamReply> {
  return streamInTurn(ctx.runtime.queues, ownerOf(ctx), () => chartFile(ctx, input), ctx.request.signal());
}

/** Everything is checked and computed before the first byte (spec section 7). */
async function chartFile(ctx: Ctx, input: ExportInput): Promise<StreamReply> {
  const started = performance.now();
  const { top = DEFAULTS.top, order = DEFAULTS.order, page = DEFAULTS.page, size = DEFAULTS.size } = input;
  const wanted = wantedCharts(input.charts, { top, order, page, size });
  const unknown = wanted.findIndex(({ key }) => !findChart('overview', key));
  if (unknown >= 0) {
    throw new AppError('err.analytics.unknown_chart', {
      field: `charts.${unknown}.key`,
      valid_values: chartsOf('overview').map((chart) => chart.key),
    });
  }
  const { time_window, window: named, stime, etime } = input;
  const window = windowOf(ctx, { window: time_window ?? named, stime, etime }, time_window ? 'time_window' : 'window');
  const prepared = await prepare(ctx, { ...input, window, scope: input });
  const results = await runWanted(ctx, 'overview', wanted, prepared);
  const failed = results.find((result) => result.meta.error !== undefined);
  if (failed)
    throw new AppError(failed.meta.error?.err_key ?? 'err.analytics.chart_failed', { headers: { 'Retry-After': '1' } });
  if (input.format === 'csv') {
    return { media_type: 'text/csv; charset=utf-8', file_name: 'overview.csv', chunks: chartsCsv(results) };
  }
  const json = JSON.stringify(batchAnswer(results, window, started));
  return { media_type: 'application/json; charset=utf-8', file_name: 'overview.json', chunks: once(json) };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
