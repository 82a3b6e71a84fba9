import { DAY_MS } from '@/lib/jobs/prune';
import type { AnalyticsStore, Row } from '../store/store';
import type { Chart, ChartShape } from './chart';
import { compileChart, compileGuide, type Request } from './compile';
import type { Absence } from './contract';
import { requests } from './declare';

/** Whether a result has nothing of its own window: no rows, or none with a figure. What lists single things has no rows. */
export function isNothing({ measures, events }: ChartShape, rows: readonly Row[]): boolean {
  if (events) return rows.length === 0;
  const current = rows.filter(({ period }) => period !== 'previous');
  return current.every((row) => measures.every(({ name }) => !row[name]));
}

/** How far back the latest is sought: as far as a window reaches. */
export const SOUGHT_MS = 90 * DAY_MS;
const anyRequest: Chart = { key: 'requests', render_hint: 'kpi', dimensions: [], measures: [requests] };

/** When the last request of a chart came, to the hour; null where none came, undefined where no rollup knows. */
async function latestOf(store: AnalyticsStore, chart: Chart, asked: Request): Promise<number | null | undefined> {
  const { etime } = asked.window;
  const [first] = chart.measures;
  const counted = first && 'sum' in first.value ? (first.value.where ?? []) : [];
  const own = { ...chart, filters: [...(chart.filters ?? []), ...counted] };
  const window = { stime: etime - SOUGHT_MS, etime, granularity: '1h', compare_offset_ms: 0 } as const;
  const guide = compileGuide(own, { ...asked, window, params: { ...asked.params, order: 'desc' } });
  if (!guide) return undefined;
  const [last] = await store.query(guide.sql, guide.values);
  return last ? Number(last.time) : null;
}

/** Why a chart over events has nothing: whether others came in its window, and when the latest of its own did. */
export async function absenceOfRequests(store: AnalyticsStore, chart: Chart, asked: Request): Promise<Absence> {
  const { sql, values } = compileChart(anyRequest, { ...asked, filters: [], keyword: undefined, compare: false });
  const [{ requests: others } = { requests: 0 }] = await store.query(sql, values);
  const latest = await latestOf(store, chart, asked);
  const known = latest === undefined ? {} : { latest };
  return { of: 'requests', others: Number(others), filtered: asked.filters.length > 0, ...known };
}
