import { LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { describe, expect, it } from 'vitest';
import { validate } from '@/lib/analytics/charts/lint';
import { toOption } from '../output/option';
import { stackTops } from '../output/time-option';
import { fixtureOf } from '../result/fixtures';
import { contextFor, contextOf, modelOf } from '../result/testing';
import type { TimeModel } from './model';
import { prepare } from './prepare-chart';

use([LineChart, GridComponent, SVGRenderer]);
const hint = 'categorical_distribution_over_time';
const of = (id: string, change = {}) => modelOf(id, hint, change) as TimeModel;

/** The stacked tops the library computes, as [x, top] of the last series. */
function stackedTops(option: EChartsCoreOption): [number, number][] {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 600, height: 200 });
  try {
    chart.setOption(option);
    // the model is the only place that tells what was really stacked
    const model = (chart as unknown as { getModel: () => { getSeries: () => SeriesModel[] } }).getModel();
    const data = model.getSeries().at(-1)?.getData();
    if (!data) throw new Error('no series');
    const top = data.getCalculationInfo('stackResultDimension');
    return Array.from({ length: data.count() }, (_, i) => [data.get('x', i), data.get(top, i)]);
  } finally {
    // Its frames would go on in the files that follow.
    chart.dispose();
  }
}
type Layer = { stack?: string; data: [number, number][] };
type SeriesModel = { getData: () => SeriesData };
type SeriesData = {
  count: () => number;
  get: (d: string, i: number) => number;
  getCalculationInfo: (k: string) => string;
};

const env = {
  theme: { color: () => '#000', area: 0.1, font: 'sans-serif', isForced: false },
  width: 600,
  height: 200,
  hidden: new Set<string>(),
};

describe('the stacking trap', () => {
  it('is real: the library stacks by row index, so an unaligned series is on the wrong base', () => {
    const line = (data: number[][]) => ({ type: 'line', stack: 'a', data });
    const tops = stackedTops({
      xAxis: { type: 'time' },
      yAxis: {},
      series: [
        line([
          [0, 5],
          [2, 5],
          [3, 5],
        ]),
        line([
          [0, 1],
          [1, 10],
          [2, 100],
          [3, 1000],
        ]),
      ],
    });
    expect(tops).toEqual([
      [0, 6],
      [1, 15],
      [2, 105],
      [3, 1000],
    ]);
  });

  it('is avoided: nothing is left to the library, and every bucket’s top is the sum of its rows', () => {
    const fixture = fixtureOf('missing_bucket');
    if (!fixture) throw new Error('no fixture');
    const model = of('missing_bucket');
    const option = toOption(model, contextFor(fixture, 'categorical_distribution_over_time'), env) as {
      series: Layer[];
    };
    expect(option.series.some((s) => s.stack !== undefined)).toBe(false);
    // bucket 2 lacks the second verdict, bucket 5 has no rows at all
    const sums = model.buckets.map((_, i) => model.series.reduce((sum, s) => sum + (s.values[i] ?? 0), 0));
    expect(sums.slice(0, 6)).toEqual([1500, 1500, 1300, 1500, 1500, 0]);
    // painted first, the outermost layer ends where the stack ends
    const outermost = new Map(option.series[0]?.data);
    expect(model.buckets.map((b) => outermost.get(b.start))).toEqual(sums);
  });

  it('stacks positive and negative values apart and leaves out what is missing', () => {
    const [first] = of('negative').series;
    if (!first) throw new Error('no series');
    const layer = (values: (number | null)[]) => ({ ...first, values });
    expect(stackTops([layer([5, -2, null]), layer([-3, -4, 1]), layer([1, 2, 3])], 3)).toEqual([
      [5, -2, null],
      [-3, -6, 1],
      [6, 2, 4],
    ]);
  });
});

it('stacks bottom-up in declared order with the verdicts’ own colours', () => {
  expect(of('seconds_unit').series.map((s) => [s.label, s.token])).toEqual([
    ['pass', 'pass'],
    ['block', 'blocked'],
    ['limit', 'limited'],
    ['captcha', 'captcha'],
    ['monitor', 'monitor'],
  ]);
});

it('fills what is missing with 0 in a closed bucket and leaves a gap in an open or partial one', () => {
  expect(of('missing_bucket').series[1]?.values[2]).toBe(0);
  expect(of('partial').series[0]?.values.slice(18, 22)).toEqual([300, 300, null, null]);
  const open = of('missing_bucket', { now: Date.UTC(2026, 10, 19, 1, 26) });
  expect(open.buckets.slice(4, 6).map((b) => b.isOpen)).toEqual([false, true]);
  expect(open.series[0]?.values.slice(4, 6)).toEqual([100, null]);
});

it('keeps an explicit null as a gap', () => {
  expect(of('nulls').series[0]?.values.slice(0, 4)).toEqual([100, 100, null, 100]);
});

it('is never stacked when values cannot be added', () => {
  expect(of('percent_scale')).toMatchObject({ isStacked: false, canStack: false, mode: 'lines' });
});

it('shows eight series and the rest as Other, all of them in the table', () => {
  const model = of('200_series');
  expect(model.series).toHaveLength(9);
  expect(model.series.at(-1)).toMatchObject({ label: 'Other (192)', token: 'chart-other' });
  expect(model.table.columns).toHaveLength(201);
  const shown = model.series.reduce((sum, s) => sum + (s.total ?? 0), 0);
  expect(shown).toBe(24 * Array.from({ length: 200 }, (_, l) => 2000 - l * 10).reduce((a, b) => a + b, 0));
});

it('turns into shares of each bucket', () => {
  const model = of('missing_bucket', { mode: 'share' });
  const at = (i: number) => model.series.map((s) => s.values[i]);
  expect(at(0).reduce<number>((a, b) => a + (b ?? 0), 0)).toBeCloseTo(100);
  expect(at(5)).toEqual([null, null, null, null, null]);
});

it('shows a single bucket as the distribution it is', () => {
  const fixture = fixtureOf('one_row');
  const window = { stime: Date.UTC(2026, 10, 19, 1), etime: Date.UTC(2026, 10, 19, 1, 5), granularity: '5m' };
  const { result: all } = validate(fixture?.result(hint));
  if (!all) throw new Error('refused');
  const result = { ...all, rows: all.rows.slice(0, 1) };
  expect(prepare(result, contextOf({ window }))).toMatchObject({ kind: 'parts', hint });
});

it('draws the total of the previous period as one dashed line', () => {
  const previous = of('compare_zero').series.filter((s) => s.isPrevious);
  expect(previous).toHaveLength(1);
  expect(previous[0]?.token).toBe('chart-previous');
});
