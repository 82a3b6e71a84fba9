import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import type { Db } from '@/lib/db/store';
import { translator } from '@/lib/i18n/translate';
import { DAY_MS } from '@/lib/jobs/prune';
import type { Chart } from '../charts/chart';
import type { ChartParams } from '../charts/compile';
import type { ReportedWindow } from '../charts/contract';
import { type AnyChart, isRecordChart } from '../charts/records/record-chart';
import { type RecordQuery, runRecordChart } from '../charts/records/run-records';
import { type ChartFailure, type ChartQuery, runChart } from '../charts/run';
import { parseWindow, type Window, WindowError, type WindowInput } from '../charts/window';
import type { ChartFilter } from '../filters/contract';
import { ownRetention } from '../retention/repository';
import { type AnalyticsStore, QueryTimeout } from '../store/store';
import { type ScopeFilters, scopeOf } from './scope';

/** The window a caller asks for; a bad one is 400, naming the field, `windowField` where it is the relative one. */
export function windowOf(ctx: Ctx, input: WindowInput, windowField: string): Window {
  try {
    return parseWindow(input, ctx.now);
  } catch (error) {
    if (!(error instanceof WindowError)) throw error;
    const field = error.field === 'time_window' ? windowField : error.field;
    throw new AppError('err.analytics.window', { field });
  }
}

/** A window as answers report it. */
export function reportedOf({ stime, etime, granularity }: Window): ReportedWindow {
  return { stime, etime, granularity, bucket_table: `rollup_${granularity}` };
}

export type Prepared = {
  store: AnalyticsStore;
  query: Omit<ChartQuery, 'params'>;
  /** The same question, put to the configuration store. */
  records: { db: Db; query: Omit<RecordQuery, 'params'> };
};

type Asked = { window: Window; compare: boolean; filters: readonly ChartFilter[]; scope: ScopeFilters };

/** What every chart of a request shares: whose events, of when, narrowed by what. */
export async function prepare(ctx: Ctx, { window, compare, filters, scope }: Asked): Promise<Prepared> {
  const { analytics, config } = ctx.runtime;
  const days = await ownRetention(ctx.db, config, ctx.scope);
  const events_since = ctx.now - days * DAY_MS;
  const query = {
    scope: await scopeOf(ctx, analytics, scope),
    window,
    compare,
    filters,
    events_since,
    behalf: ctx.behalf,
  };
  const { site_id, domain_id, target_user_id } = scope;
  const isFiltered = filters.length > 0 || site_id !== undefined;
  const reads_audit = ctx.principal.grants.has('sys.audit.view');
  const records = { scope: { ...ctx.scope, target_user_id, domain_id, reads_audit }, window, compare, isFiltered };
  return { store: analytics.store, query, records: { db: ctx.runtime.store.scan, query: records } };
}

/** One chart from wherever it is read. Rejects as the store does. */
export function runPrepared(chart: AnyChart, { store, query, records }: Prepared, params: ChartParams) {
  if (isRecordChart(chart)) return runRecordChart(records.db, chart, { ...records.query, params });
  return runChart(store, chart, { ...query, params, explained: true });
}

/** Notes why a chart failed and says it in the caller's language. */
export function explainer(ctx: Ctx, chart: Chart['key']) {
  const t = translator(ctx.locale);
  return ({ err_key, cause }: ChartFailure) => {
    ctx.runtime.log.error({ err: cause, chart, request_id: ctx.request.id }, 'a chart failed');
    return { err_key, message: t(err_key) };
  };
}

/** The refusal of a request whose one chart failed. */
export function chartError(ctx: Ctx, chart: Chart['key'], cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const err_key = cause instanceof QueryTimeout ? 'err.analytics.chart_timeout' : 'err.analytics.chart_failed';
  explainer(ctx, chart)({ err_key, cause });
  return new AppError(err_key, { headers: { 'Retry-After': '1' } });
}
