import type { EChartsCoreOption } from 'echarts/core';
import { fmt } from '../format/format';
import { isPercent } from '../format/measure';
import type { ChartContext, ChartModel, PartsModel, TimeModel } from '../prepare/model';
import type { ChartTheme } from './theme';
import { timeOption } from './time-option';

export type DrawEnv = {
  theme: ChartTheme;
  /** Pixels. */
  width: number;
  height: number;
  /** Keys of series switched off in the legend. */
  hidden: ReadonlySet<string>;
};

/** ECharts option of what the library draws; null for what is drawn in HTML. Pure. */
export function toOption(model: ChartModel, context: ChartContext, env: DrawEnv): EChartsCoreOption | null {
  if (model.empty !== null) return null;
  if (model.kind === 'time') return timeOption(model, context, env);
  return model.kind === 'parts' && model.shape === 'donut' ? donutOption(model, context, env) : null;
}

/** Marks the library will draw: decides between SVG and canvas. */
export const markCount = (model: TimeModel | PartsModel): number =>
  model.kind === 'time' ? model.series.length * model.buckets.length : model.parts.length;

/** Edges of a donut, as shares of half its size. */
export const RING = { inner: 0.64, outer: 0.9 };

function donutOption(model: PartsModel, context: ChartContext, { theme, hidden }: DrawEnv): EChartsCoreOption {
  const parts = model.parts.filter((p) => !hidden.has(p.key) && (p.value ?? 0) > 0);
  const sum = parts.reduce((total, p) => total + (p.value ?? 0), 0);
  const total = isPercent(model.measure) ? '' : fmt(model.measure, context.locale, context.say).short(sum);
  const name = model.measure.name === '' ? '' : context.names.measure(model.measure.name);
  return {
    animation: false,
    aria: { enabled: false },
    title: {
      text: total,
      subtext: total === '' ? '' : name,
      left: 'center',
      top: '50%',
      textVerticalAlign: 'middle',
      itemGap: 2,
      padding: 0,
      textStyle: { color: theme.color('text'), fontSize: 20, fontWeight: 600, fontFamily: theme.font },
      subtextStyle: { color: theme.color('chart-label'), fontSize: 11, fontFamily: theme.font },
    },
    series: [
      {
        type: 'pie',
        radius: [`${RING.inner * 100}%`, `${RING.outer * 100}%`],
        startAngle: 90,
        silent: true,
        label: { show: false },
        labelLine: { show: false },
        padAngle: parts.length > 1 ? 1.5 : 0,
        data: parts.map((p) => ({ value: p.value, name: p.label, itemStyle: { color: theme.color(p.token) } })),
      },
    ],
  };
}
