import type { Ctx } from '@/lib/api/context';
import type { DataOf } from '@/lib/api/endpoint';
import { ownerOf } from '@/lib/queues/owner';
import type { Chart } from '../charts/chart';
import type { ChartParams } from '../charts/compile';
import { runChart } from '../charts/run';
import type { Window } from '../charts/window';
import { chartError } from '../query/prepare';
import { GRAIN_MS, type Row } from '../store/store';
import { type DomainTrafficVO, type domainTraffic, HOURS, MAX_DOMAINS } from './contract';
import { visibleAmong } from './repository';

const HOUR = GRAIN_MS['1h'];

/** Read like a chart, so that tenant, rollup and cache are those of every other figure. */
const TRAFFIC: Chart = {
  key: 'domain_traffic',
  render_hint: 'time_series_multi',
  dimensions: [
    { name: 'time', type: 'timestamp', unit: 'ms' },
    { name: 'domain_id', type: 'string' },
  ],
  measures: [{ name: 'requests', type: 'integer', unit: 'requests', format: 'short', value: { sum: 'requests' } }],
};
const PARAMS: ChartParams = { top: MAX_DOMAINS, order: 'desc', page: 1, size: MAX_DOMAINS };

/** The running hour and those before it: whole hours are one row each of a rollup, and the same query for an hour. */
function hoursUntil(now: number): Window {
  const etime = now - (now % HOUR) + HOUR;
  return { stime: etime - HOURS * HOUR, etime, granularity: '1h', compare_offset_ms: HOURS * HOUR };
}

/** Zeros where the store has nothing; rows are those of these domains and of this window alone. */
function trafficOf(domain_ids: readonly string[], rows: readonly Row[], { stime }: Window): DomainTrafficVO[] {
  const hourly = new Map(domain_ids.map((id) => [id, new Array<number>(HOURS).fill(0)]));
  for (const { domain_id, time, requests } of rows) {
    const hours = hourly.get(String(domain_id));
    if (hours) hours[(Number(time) - stime) / HOUR] = Number(requests);
  }
  return [...hourly].map(([domain_id, hours]) => {
    return { domain_id, requests: hours.reduce((sum, n) => sum + n, 0), hourly: hours };
  });
}

/**
 * The requests of those of the domains that the caller sees; of another id nothing is said, whether it exists or not.
 * Rejects as `FairQueue.run` does, too.
 */
export async function readDomainTraffic(
  ctx: Ctx,
  asked: readonly string[],
): Promise<DataOf<(typeof domainTraffic)['list']>> {
  const { analytics, queues } = ctx.runtime;
  const domain_ids = await visibleAmong(ctx.db, ctx.scope, asked);
  const window = hoursUntil(ctx.now);
  const { stime, etime } = window;
  if (domain_ids.length === 0) return { stime, etime, list: [] };
  const scope = { oem_id: ctx.scope.oem_id, domain_ids, include_unowned: false };
  const read = () => runChart(analytics.store, TRAFFIC, { scope, window, compare: false, params: PARAMS });
  const { rows } = await queues.charts.run(ownerOf(ctx), read, ctx.request.signal()).catch((cause) => {
    throw chartError(ctx, TRAFFIC.key, cause);
  });
  return { stime, etime, list: trafficOf(domain_ids, rows, window) };
}
