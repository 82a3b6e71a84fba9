/** Batches of a page's charts, as the console asks for them. */
import { chartsOf } from '@/lib/analytics/charts/catalogue';
import type { PageName } from '@/lib/analytics/charts/contract';
import type { ChartFilter } from '@/lib/analytics/filters/contract';
import type { Running } from './server';

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** `until`: where the newest window ends, now if it is left out. */
type Asked = { page?: PageName; filters?: readonly ChartFilter[]; until?: number };

/** Milliseconds that one batch of a page takes; every call asks for another window, so that nothing is cached. */
export async function batch(
  url: string,
  token: string,
  length: number,
  step: number,
  { page = 'overview', filters, until = Date.now() }: Asked = {},
): Promise<number> {
  const etime = until - step * 1000;
  const charts = chartsOf(page).map(({ key }) => ({ key }));
  const started = performance.now();
  const answer = await fetch(`${url}/api/analytics/${page}/batch`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ stime: etime - length, etime, charts, filters }),
  });
  const { data } = (await answer.json()) as { data: { meta: { failed_charts: number } } };
  if (data.meta.failed_charts > 0) throw new Error('a chart failed');
  return performance.now() - started;
}

export async function batches(
  server: Running,
  token: string,
  length: number,
  times: number,
  asked?: Asked,
): Promise<number[]> {
  const took: number[] = [];
  for (let i = 0; i < times; i++) took.push(await batch(server.url, token, length, i, asked));
  return took;
}
