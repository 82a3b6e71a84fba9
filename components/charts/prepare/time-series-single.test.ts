import { expect, it } from 'vitest';
import { toOption } from '../output/option';
import { fixtureOf } from '../result/fixtures';
import { contextFor, modelOf } from '../result/testing';
import type { TimeModel } from './model';

const hint = 'time_series_single';
const of = (id: string, change = {}) => modelOf(id, hint, change) as TimeModel;
const theme = { color: () => '#000', area: 0.1, font: 'sans-serif', isForced: false };
type Drawn = {
  series: { data: [number, number | null][]; step?: string; showSymbol: boolean; sampling?: string }[];
  yAxis: { min: number; max: number }[];
};
function draw(id: string, width = 800): Drawn {
  const fixture = fixtureOf(id);
  if (!fixture) throw new Error(id);
  return toOption(of(id), contextFor(fixture, 'time_series_single'), {
    theme,
    width,
    height: 200,
    hidden: new Set(),
  }) as unknown as Drawn;
}

it('draws counts as steps with one closing point at the end of the window', () => {
  const [series] = draw('seconds_unit').series;
  expect(series?.step).toBe('end');
  expect(series?.data).toHaveLength(25);
  expect(series?.data.at(-1)?.[0]).toBe(Date.UTC(2026, 10, 19, 3));
});

it('gives a step before a gap its full width', () => {
  const [series] = draw('nulls').series;
  const at = Date.UTC(2026, 10, 19, 1, 10);
  expect(series?.data.filter(([x]) => x === at).map(([, y]) => y)).toEqual([100, null]);
});

it('draws ratios as lines in the middle of their buckets, a lonely point with a mark', () => {
  const [series] = draw('percent_scale').series;
  expect(series?.step).toBeUndefined();
  expect(series?.data[0]?.[0]).toBe(Date.UTC(2026, 10, 19, 1, 2, 30));
  const model = of('percent_scale');
  model.series[0]?.values.fill(null, 1);
  const fixture = fixtureOf('percent_scale');
  if (!fixture) throw new Error();
  const alone = toOption(model, contextFor(fixture, 'time_series_single'), {
    theme,
    width: 800,
    height: 200,
    hidden: new Set(),
  }) as unknown as Drawn;
  expect(alone.series[0]?.showSymbol).toBe(true);
});

it('gives flat zero an axis from 0 to 1', () => {
  expect(draw('all_zero').yAxis[0]).toMatchObject({ min: 0, max: 1 });
});

it('keeps the peak of five thousand points', () => {
  expect(draw('5k_points').series[0]?.sampling).toBe('minmax');
  expect(draw('seconds_unit').series[0]?.sampling).toBeUndefined();
});

it('has 23-, 24- and 25-hour days in the zone of the rows', () => {
  const hours = of('dst_day').buckets.map((b) => (b.end - b.start) / 3_600_000);
  expect(hours).toEqual([24, 25, 24, 24]);
  expect(of('dst_day').series[0]?.values).toEqual([100, 200, 300, 400]);
});

it('keeps one bucket per day when the rows follow a zone that is not the reader’s', () => {
  const model = of('dst_day', { tz: 'Asia/Shanghai' });
  expect(model.series[0]?.values).toEqual([100, 200, 300, 400]);
  expect(model.buckets.map((b) => (b.end - b.start) / 3_600_000)).toEqual([24, 25, 24, 24]);
});

it('reads seconds', () => {
  expect(of('seconds_unit').buckets[0]?.start).toBe(Date.UTC(2026, 10, 19, 1));
});

it('lays the previous period on the current grid, dashed', () => {
  const model = of('compare_zero');
  expect(model.offsetMs).toBe(7_200_000);
  expect(model.series.map((s) => s.isPrevious)).toEqual([false, true]);
  expect(model.series[1]?.values.every((v) => v === 0)).toBe(true);
});

it('hatches the tail of a partial result', () => {
  const hatched = of('partial').buckets.map((b) => b.isHatched);
  expect(hatched.indexOf(true)).toBe(19);
  expect(hatched.slice(19).every(Boolean)).toBe(true);
});
