import { rangeText } from '../format/time-format';
import type { ChartTheme } from '../output/theme';
import { plotOf } from '../output/time-option';
import type { ChartContext, PartsModel, TimeModel } from '../prepare/model';

/** What pictures of a chart have in common, whatever their format; all in CSS px. */
export const HEAD = 48;
export const LINE = 22;
export const PAD = 16;

export type Picture = {
  model: TimeModel | PartsModel;
  context: ChartContext;
  theme: ChartTheme;
  width: number;
  height: number;
};

export const legendOf = (model: TimeModel | PartsModel): { label: string; token: string }[] =>
  model.kind === 'time' ? model.series : model.parts;

/** The window below the title. */
export const subtitleOf = ({ window, tz }: ChartContext): string =>
  window ? rangeText(window.stime, window.etime, tz) : '';

type Box = { x: number; y: number; width: number; height: number };

/** Where open and partial buckets are striped, from the corner of the drawing; on the page the stripes are laid over it. */
export function hatches({ model, context, theme, width, height }: Picture): Box[] {
  if (model.kind !== 'time') return [];
  const plot = plotOf(model, context, { theme, width, height, hidden: new Set() });
  const from = model.buckets[0]?.start ?? 0;
  const span = (model.buckets.at(-1)?.end ?? 1) - from;
  const x = (at: number) => plot.left + ((at - from) / span) * (width - plot.left - plot.right);
  return model.buckets
    .filter((bucket) => bucket.isHatched)
    .map(({ start, end }) => ({
      x: x(start),
      y: plot.top,
      width: x(end) - x(start),
      height: height - plot.top - plot.bottom,
    }));
}
