import { expect, it } from 'vitest';
import type { TimeModel } from '../prepare/model';
import { prepare } from '../prepare/prepare-chart';
import { contextOf } from '../result/testing';
import type { DrawEnv } from './option';
import { plotOf, seriesAt, timeOption } from './time-option';

const START = Date.UTC(2026, 10, 19, 1);
const theme = { color: (token: string) => token, area: 0.2, font: 'sans-serif', isForced: false };
const env: DrawEnv = { theme, hidden: new Set(), width: 600, height: 232 };
const context = contextOf({ window: { stime: START, etime: START + 600_000, granularity: '5m' } });

function courseOf(hint: 'categorical_distribution_over_time' | 'time_series_multi'): TimeModel {
  const row = (time: number, action: string, requests: number) => ({ time, action, requests });
  const model = prepare(
    {
      chart_key: 't',
      render_hint: hint,
      schema: {
        dimensions: [
          { name: 'time', type: 'timestamp', unit: 'ms' },
          { name: 'action', type: 'enum', values: ['pass', 'block'] },
        ],
        measures: [{ name: 'requests', type: 'integer', unit: 'requests' }],
      },
      rows: [row(START, 'pass', 60), row(START, 'block', 30), row(START + 300_000, 'pass', 100)],
      meta: {},
    },
    context,
  );
  return model as TimeModel;
}

/** px from the top at which a value is drawn on an axis that ends at `max`. */
function heightOf(model: TimeModel, value: number, max: number): number {
  const { top, bottom } = plotOf(model, context, env);
  return top + (1 - value / max) * (env.height - top - bottom);
}

it('finds the layer of a stack under the pointer, the top one above it', () => {
  const model = courseOf('categorical_distribution_over_time');
  const at = (value: number, hidden = env.hidden) => {
    const key = seriesAt(model, context, { ...env, hidden }, 0, heightOf(model, value, 100));
    return model.series.find((s) => s.key === key)?.label;
  };
  expect([at(10), at(59), at(61), at(89), at(99)]).toEqual(['pass', 'pass', 'block', 'block', 'block']);
  expect(at(10, new Set([model.series[0]?.key ?? '']))).toBe('block');
});

it('finds the nearest line', () => {
  const model = courseOf('time_series_multi');
  const at = (value: number) => {
    const key = seriesAt(model, context, env, 0, heightOf(model, value, 100));
    return model.series.find((s) => s.key === key)?.label;
  };
  expect([at(100), at(50), at(40), at(0)]).toEqual(['pass', 'pass', 'block', 'block']);
});

it('draws every point that has no neighbour, however dense its course', () => {
  const rows = Array.from({ length: 1_500 }, (_, n) => {
    return { time: START + n * 60_000, course: n % 7, alone: n % 500 === 250 ? 9 : null };
  });
  const measures = ['course', 'alone'].map((name) => ({ name, type: 'float' as const, unit: '' }));
  const schema = { dimensions: [{ name: 'time', type: 'timestamp' as const, unit: 'ms' as const }], measures };
  const result = { chart_key: 't', render_hint: 'time_series_multi' as const, schema, rows, meta: {} };
  const model = prepare(result, contextOf({})) as TimeModel;
  const { series } = timeOption(model, context, env) as { series: { sampling?: string; showSymbol: boolean }[] };
  expect(series.map(({ sampling, showSymbol }) => [sampling, showSymbol])).toEqual([
    ['minmax', false],
    [undefined, true],
  ]);
});

it('has more time labels the wider it is, never fewer', () => {
  const day = contextOf({ window: { stime: START, etime: START + 86_400_000, granularity: '5m' } });
  const model = courseOf('time_series_multi');
  const buckets = Array.from({ length: 288 }, (_, i) => ({
    start: START + i * 300_000,
    end: START + (i + 1) * 300_000,
    isOpen: false,
    isHatched: false,
  }));
  const labels = (width: number) => {
    const { xAxis } = timeOption({ ...model, buckets }, day, { ...env, width }) as unknown as {
      xAxis: { axisLabel: { customValues: number[] } };
    };
    return xAxis.axisLabel.customValues.length;
  };
  const counts = [300, 500, 700, 740, 800, 1000, 1400].map(labels);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(labels(740)).toBeGreaterThanOrEqual(5);
});
