import type { EChartsCoreOption } from 'echarts/core';
import { fmt } from '../format/format';
import { axisKey, isAdditive } from '../format/measure';
import { tickText, timeTicks } from '../format/time-format';
import type { ChartContext, TimeModel, TimeSeries } from '../prepare/model';
import type { Measure } from '../result/contract';
import type { DrawEnv } from './option';
import { niceScale, type Scale } from './scale';
import { overPanel } from './theme';

/** How many tick labels fit: close together where there is little room, generous beyond six of them. */
const ticksWithin = (width: number) => Math.max(2, Math.min(Math.floor(width / 84), 6), Math.floor(width / 150));
const DOT = 5;
const AXIS_ROOM = 24;
const FACET_GAP = 18;

/** Where the drawing lies within its box, in pixels; the pointer, the hatching and the zoom are laid over it. */
export type Plot = { left: number; right: number; top: number; bottom: number };

type Drawn = { model: TimeModel; context: ChartContext; env: DrawEnv; scales: Scale[]; plot: Plot };

/** Stacked steps, steps or lines over one shared time grid; one y axis per unit, three or more become facets. */
export function timeOption(model: TimeModel, context: ChartContext, env: DrawEnv): EChartsCoreOption {
  const scales = model.axes.map((_, i) => scaleOf(model, i, env));
  const drawn = { model, context, env, scales, plot: plotOf(model, context, env) };
  const visible = model.series.filter((s) => !env.hidden.has(s.key));
  const isFaceted = model.axes.length > 2;
  return {
    animation: false,
    aria: { enabled: false },
    textStyle: { fontFamily: env.theme.font, fontSize: 11, color: env.theme.color('chart-label') },
    grid: isFaceted ? model.axes.map((_, i) => facet(drawn, i)) : { ...drawn.plot, outerBoundsMode: 'none' },
    xAxis: isFaceted
      ? model.axes.map((_, i) => timeAxis(drawn, i, i === model.axes.length - 1))
      : timeAxis(drawn, 0, true),
    yAxis: model.axes.map((measure, i) => valueAxis(measure, i, drawn, isFaceted)),
    series: seriesOptions(visible, drawn, isFaceted),
  };
}

/** The room for axis labels is computed, not measured: equal panels get equal plots. */
export function plotOf(model: TimeModel, context: ChartContext, env: DrawEnv): Plot {
  const room = (index: number) => {
    const measure = model.axes[index];
    if (!measure) return 4;
    const scale = scaleOf(model, index, env);
    const text = fmt(measure, context.locale, context.say).axis(scale.max, scale.step);
    return Math.max(28, 14 + Math.max(textWidth(text(scale.max)), textWidth(text(scale.max - scale.step))));
  };
  const isFaceted = model.axes.length > 2;
  const left = isFaceted ? Math.max(...model.axes.map((_, i) => room(i))) : room(0);
  return { left, right: model.axes.length === 2 ? room(1) : 4, top: 8, bottom: AXIS_ROOM };
}

/** Whether a value axis leaves out zero, which must be said. */
export const isCut = (model: TimeModel, env: DrawEnv): boolean =>
  model.axes.some((_, i) => scaleOf(model, i, env).min > 0);

/** Width of 11 px digits and letters; Han glyphs are twice as wide. */
const textWidth = (text: string) => [...text].reduce((sum, c) => sum + (c > '\u2e7f' ? 11 : 6.6), 0);

function scaleOf(model: TimeModel, axis: number, env: DrawEnv): Scale {
  const series = model.series.filter((s) => s.axis === axis && !env.hidden.has(s.key));
  const measure = model.axes[axis];
  const values = model.isStacked ? stackedExtremes(series, model) : series.flatMap((s) => numbers(s.values));
  if (!measure) return niceScale(values);
  const intervals = env.height < 140 ? 2 : 3;
  const isWithin100 = axisKey(measure) === '%' && values.every((v) => v >= 0 && v <= 100);
  if (model.mode === 'share') return { min: 0, max: 100, step: 50 };
  if (isWithin100 && values.some((v) => v > 20)) return { min: 0, max: 100, step: 50 };
  const most = Math.max(0, ...values.map(Math.abs).filter(Number.isFinite));
  const unit = fmt(measure, 'en-US', String).axisUnit(most);
  return niceScale(values, { isFree: !isAdditive(measure), isInteger: measure.type === 'integer', unit, intervals });
}

const numbers = (values: readonly (number | null)[]) => values.filter((v): v is number => v !== null);

/** Positive and negative values are stacked apart. */
function stackedExtremes(series: readonly TimeSeries[], model: TimeModel): number[] {
  const stack = series.filter((s) => !s.isPrevious);
  const sums = model.buckets.flatMap((_, i) => {
    const cells = stack.map((s) => s.values[i] ?? 0);
    return [
      cells.filter((v) => v > 0).reduce((a, b) => a + b, 0),
      cells.filter((v) => v < 0).reduce((a, b) => a + b, 0),
    ];
  });
  return [...sums, ...series.filter((s) => s.isPrevious).flatMap((s) => numbers(s.values))];
}

function facet({ model, env, plot }: Drawn, index: number) {
  const each = (env.height - plot.top - plot.bottom - FACET_GAP * (model.axes.length - 1)) / model.axes.length;
  const height = Math.max(20, each);
  return {
    left: plot.left,
    right: plot.right,
    top: plot.top + index * (height + FACET_GAP),
    height,
    outerBoundsMode: 'none',
  };
}

function timeAxis({ model, context, env, plot }: Drawn, index: number, hasLabels: boolean) {
  const min = model.buckets[0]?.start ?? 0;
  const max = model.buckets.at(-1)?.end ?? 1;
  const inner = env.width - plot.left - plot.right;
  // A label is centred below its time, unless that is the end: one that would not fit before the edge is left out.
  const fits = (at: number) =>
    at === max || ((max - at) / (max - min)) * inner + plot.right >= textWidth(tickText(at, context.tz)) / 2;
  const ticks = timeTicks(min, max, context.tz, ticksWithin(inner)).filter(fits);
  return {
    type: 'time',
    gridIndex: index,
    min,
    max,
    axisLine: { lineStyle: { color: env.theme.color('chart-axis') } },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: {
      show: hasLabels,
      customValues: ticks,
      color: env.theme.color('chart-label'),
      fontSize: 11,
      margin: 8,
      hideOverlap: true,
      formatter: (value: number) => tickText(value, context.tz),
      ...(ticks[0] === min ? { alignMinLabel: 'left' } : {}),
      ...(ticks.at(-1) === max ? { alignMaxLabel: 'right' } : {}),
    },
  };
}

function valueAxis(measure: Measure, index: number, { context, env, scales }: Drawn, isFaceted: boolean) {
  const scale = scales[index] ?? { min: 0, max: 1, step: 1 };
  const text = fmt(measure, context.locale, context.say).axis(scale.max, scale.step);
  return {
    type: 'value',
    gridIndex: isFaceted ? index : 0,
    position: index === 1 && !isFaceted ? 'right' : 'left',
    min: scale.min,
    max: scale.max,
    interval: isFaceted ? scale.max - scale.min : scale.step,
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { color: env.theme.color('chart-label'), fontSize: 11, margin: 8, formatter: (v: number) => text(v) },
    splitLine: {
      show: index === 0 || isFaceted,
      lineStyle: { color: env.theme.color('chart-split'), type: [3, 3], width: 1 },
    },
  };
}

type Point = { x: number; y: number | null; isDot: boolean };

/**
 * Where each stacked series ends, counted from zero, positive and negative values apart. The library could stack, but
 * it does so by row index and leaves slits between steps; areas from zero, painted from the outermost inwards, cannot
 * go wrong that way.
 */
export function stackTops(series: readonly TimeSeries[], length: number): (number | null)[][] {
  const sums = { up: new Array<number>(length).fill(0), down: new Array<number>(length).fill(0) };
  return series.map((s) =>
    Array.from({ length }, (_, i) => {
      const value = s.values[i] ?? null;
      if (value === null) return null;
      const side = value < 0 ? sums.down : sums.up;
      side[i] = (side[i] ?? 0) + value;
      return side[i] ?? null;
    }),
  );
}

/**
 * The key of the series at a height of a bucket, `y` px from the top of the drawing: the layer of a stack, else the
 * nearest line on its own axis. Undefined where nothing is drawn in the bucket.
 */
export function seriesAt(model: TimeModel, context: ChartContext, env: DrawEnv, index: number, y: number) {
  const plot = plotOf(model, context, env);
  const visible = model.series.filter((s) => !s.isPrevious && !env.hidden.has(s.key) && !isGap(s.values[index]));
  const tops = model.isStacked ? stackTops(visible, model.buckets.length) : visible.map((s) => s.values);
  const places = visible.map((series, i) => {
    const { min, max } = scaleOf(model, series.axis, env);
    const share = ((tops[i]?.[index] ?? 0) - min) / (max - min || 1);
    return { key: series.key, y: plot.top + (1 - share) * (env.height - plot.top - plot.bottom) };
  });
  const layer = model.isStacked ? places.find((place) => place.y <= y) : undefined;
  const nearest = [...places].sort((a, b) => Math.abs(a.y - y) - Math.abs(b.y - y))[0];
  return (layer ?? nearest)?.key;
}

function seriesOptions(visible: readonly TimeSeries[], drawn: Drawn, isFaceted: boolean) {
  const { model } = drawn;
  const isLayer = (s: TimeSeries) => model.isStacked && !s.isPrevious;
  const layers = visible.filter(isLayer);
  const tops = stackTops(layers, model.buckets.length);
  const stacked = layers.map((s, i) => ({ ...s, values: tops[i] ?? s.values })).reverse();
  const others = visible.filter((s) => !isLayer(s));
  return [...stacked, ...others].map((s, i) => seriesOption(s, i, drawn, visible, isFaceted));
}

function seriesOption(
  series: TimeSeries,
  order: number,
  drawn: Drawn,
  visible: readonly TimeSeries[],
  isFaceted: boolean,
) {
  const { model, env } = drawn;
  const color = env.theme.color(series.token);
  const isStacked = model.isStacked && !series.isPrevious;
  const points = series.isStepped ? stepPoints(series, model) : linePoints(series, model);
  const hasDots = points.some((p) => p.isDot);
  // A sample has other indices, by which dots are found, and may leave them out.
  const isDense = !isStacked && !hasDots && points.length > env.width * 2;
  return {
    type: 'line',
    name: series.label,
    id: series.key,
    silent: true,
    xAxisIndex: isFaceted ? series.axis : 0,
    yAxisIndex: series.axis,
    step: series.isStepped ? 'end' : undefined,
    // attack peaks must survive, and layers of one stack must keep the same rows
    sampling: isDense ? 'minmax' : undefined,
    symbol: 'circle',
    showSymbol: hasDots,
    symbolSize: (_: unknown, params: { dataIndex: number }) => (points[params.dataIndex]?.isDot ? DOT : 0),
    itemStyle: { color },
    lineStyle: lineStyle(series, order, isStacked, drawn),
    areaStyle: areaStyle(series, isStacked, visible, drawn),
    // painting order must not depend on which series the library happened to make first
    z: (series.isPrevious ? 4 : 2) + order / 1000,
    data: points.map((p) => [p.x, p.y]),
  };
}

const DASHES = ['solid', [6, 3], [2, 2], [8, 3, 2, 3]] as const;

function lineStyle(series: TimeSeries, order: number, isStacked: boolean, { env, model }: Drawn) {
  if (series.isPrevious) return { color: env.theme.color(series.token), width: 1.5, type: [3, 3] };
  // a bucket narrower than a pixel has no area to see: its edge keeps the peak visible
  if (isStacked) return { color: env.theme.color(series.token), width: model.buckets.length > env.width ? 1 : 0 };
  return {
    color: env.theme.color(series.token),
    width: 1.5,
    type: env.theme.isForced ? DASHES[order % DASHES.length] : 'solid',
  };
}

function areaStyle(series: TimeSeries, isStacked: boolean, visible: readonly TimeSeries[], { env }: Drawn) {
  if (series.isPrevious) return undefined;
  const color = env.theme.color(series.token);
  if (isStacked) return { color: series.token === 'pass' ? overPanel(env.theme, 'pass', 0.72) : color, opacity: 1 };
  const isAlone = visible.filter((s) => !s.isPrevious).length === 1;
  return isAlone && series.isStepped ? { color, opacity: env.theme.area } : undefined;
}

/**
 * A step holds its value until the next bucket begins; where none follows, at a gap and at the end of the window, a
 * closing point at the bucket's end gives it its full width.
 */
function stepPoints(series: TimeSeries, model: TimeModel): Point[] {
  return model.buckets.flatMap((bucket, i) => {
    const y = series.values[i] ?? null;
    const point = { x: bucket.start, y, isDot: false };
    const isClosing = !isGap(y) && isGap(series.values[i + 1]);
    return isClosing ? [point, { x: bucket.end, y, isDot: false }] : [point];
  });
}

/** A ratio belongs to the middle of its bucket; a point without neighbours gets a mark, or it would be invisible. */
function linePoints(series: TimeSeries, model: TimeModel): Point[] {
  return model.buckets.map((bucket, i) => ({
    x: (bucket.start + bucket.end) / 2,
    y: series.values[i] ?? null,
    isDot: !isGap(series.values[i]) && isGap(series.values[i - 1]) && isGap(series.values[i + 1]),
  }));
}

const isGap = (value: number | null | undefined) => value === null || value === undefined;
