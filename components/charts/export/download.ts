import { zoneLabel } from '@/lib/i18n/format';
import type { ChartContext, ChartModel } from '../model';
import { fullStamp } from '../time-format';

/** Hands a file to the browser. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the download has its own hold on the data by then
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The file's name says what is in it: chart, window, zone, and that it is incomplete. */
export function fileName(model: ChartModel, context: ChartContext, extension: string): string {
  const { window, tz } = context;
  const compact = (at: number) => fullStamp(at, tz).replaceAll(/[-:]/g, '').replace(' ', 'T');
  const zone = zoneLabel(context.now, tz).replace('\u2212', '-').replace(':', '');
  const parts = [
    model.chart_key.replaceAll(/[^\w-]/g, '_'),
    ...(window ? [`${compact(window.stime)}-${compact(window.etime)}-${zone}`] : []),
    ...(model.partial ? ['partial'] : []),
  ];
  return `${parts.join('_')}.${extension}`;
}
