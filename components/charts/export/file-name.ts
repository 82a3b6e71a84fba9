import { fullStamp, zoneBetween } from '../format/time-format';
import type { ChartContext, ChartModel } from '../prepare/model';

/** The file's name says what is in it: chart, window, zone, and that it is incomplete. */
export function fileName(model: ChartModel, context: ChartContext, extension: string): string {
  const { window, tz } = context;
  const compact = (at: number) => fullStamp(at, tz).replaceAll(/[-:]/g, '').replace(' ', 'T');
  const zoneOf = (from: number, to: number) =>
    zoneBetween(from, to, tz).replace('\u2212', '-').replace(':', '').replaceAll('/', '_');
  const parts = [
    model.chart_key.replaceAll(/[^\w-]/g, '_'),
    ...(window ? [`${compact(window.stime)}-${compact(window.etime)}-${zoneOf(window.stime, window.etime)}`] : []),
    ...(model.partial ? ['partial'] : []),
  ];
  return `${parts.join('_')}.${extension}`;
}
