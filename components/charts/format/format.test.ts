import { describe, expect, it } from 'vitest';
import { niceScale } from '../output/scale';
import type { Measure } from '../result/contract';
import { sayIn } from '../result/testing';
import { fmt, shareText } from './format';
import { rangeText, tickText, timeTicks } from './time-format';

const en = (measure: Partial<Measure>) => fmt({ type: 'integer', ...measure } as Measure, 'en-US', sayIn('en-US'));
const zh = (measure: Partial<Measure>) => fmt({ type: 'integer', ...measure } as Measure, 'zh-CN', sayIn('zh-CN'));

describe('figures', () => {
  it('shortens counts in each language’s own steps', () => {
    expect([1284, 183_600, 3_214_000, 999].map((v) => en({ unit: 'requests' }).short(v))).toEqual([
      '1.3K',
      '183.6K',
      '3.21M',
      '999',
    ]);
    expect([183_600, 3_214_000].map((v) => zh({ unit: 'requests' }).short(v))).toEqual(['18.4万', '321.4万']);
  });
  it('steps bytes by 1024 when asked, by 1000 else', () => {
    expect(en({ unit: 'bytes', format: 'iec' }).short(1536)).toBe('1.5 KiB');
    expect(en({ unit: 'bytes', format: 'short' }).short(1536)).toBe('1.5 kB');
    expect(en({ unit: 'bps' }).short(1_250_000)).toBe('1.3 Mbps');
    expect(en({ unit: 'bytes', format: 'iec' }).exact(1536)).toBe('1,536 B');
  });
  it('steps milliseconds, shows percentages as they come and rates with one decimal', () => {
    const spans = [148, 1500, 90_000, 9_000_000, 129_600_000];
    expect(spans.map((v) => en({ type: 'float', unit: 'ms' }).short(v))).toEqual([
      '148 ms',
      '1.5 s',
      '1.5 min',
      '2.5 h',
      '1.5 d',
    ]);
    expect(spans.map((v) => zh({ type: 'float', unit: 'ms' }).short(v))).toEqual([
      '148 ms',
      '1.5 秒',
      '1.5 分钟',
      '2.5 小时',
      '1.5 天',
    ]);
    expect([0.42, 12.34, 10.04, 100].map((v) => en({ type: 'percent', unit: '%' }).short(v))).toEqual([
      '0.42%',
      '12.3%',
      '10.0%',
      '100%',
    ]);
    expect(zh({ type: 'float', unit: 'qps' }).short(12.34)).toBe('12.3 次/秒');
    expect([0, 0.027, 0.5].map((v) => en({ type: 'float', unit: 'qps' }).short(v))).toEqual([
      '0.0 requests/s',
      '0.027 requests/s',
      '0.5 requests/s',
    ]);
  });
  it('marks what is missing and uses a real minus', () => {
    expect(en({}).short(null)).toBe('—');
    expect(en({}).exact(-12)).toBe('−12');
    expect(en({ type: 'float' }).exact(-0.001)).toBe('0.00');
  });
  it('chooses one unit for a whole axis', () => {
    const axis = en({ type: 'float', unit: 'ms' }).axis(3000, 500);
    expect([0, 500, 1500].map(axis)).toEqual(['0', '0.5 s', '1.5 s']);
    expect([0.25, 0.75].map(en({ type: 'percent', unit: '%' }).axis(0.75, 0.25))).toEqual(['0.25%', '0.75%']);
  });
});

describe('an axis of durations', () => {
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  const en = fmt({ type: 'float', unit: 'ms' }, 'en-US', (key) => key.replace('unit.', ''));

  it.each([
    { max: HOUR, step: 20 * MINUTE, ticks: ['0', '20 min', '40 min', '60 min'] },
    { max: 1.5 * HOUR, step: HOUR / 2, ticks: ['0', '30 min', '60 min', '90 min'] },
    { max: 6 * HOUR, step: 2 * HOUR, ticks: ['0', '2 h', '4 h', '6 h'] },
    { max: 36 * HOUR, step: 12 * HOUR, ticks: ['0', '12 h', '24 h', '36 h'] },
    { max: 150_000, step: 50_000, ticks: ['0', '50 s', '100 s', '150 s'] },
  ])('has whole ticks: $ticks', ({ max, step, ticks }) => {
    expect(ticks.map((_, i) => en.axis(max, step)(i * step))).toEqual(ticks);
  });
});

describe('shares', () => {
  it('tell little from nothing and nearly all from all', () => {
    const en = (share: number) => shareText(share, 'en-US');
    expect([0, 50, 100].map((share) => en(share))).toEqual(['0.0%', '50.0%', '100.0%']);
    expect([0.03, 0.06, 99.94, 99.96].map((share) => en(share))).toEqual(['<0.1%', '0.1%', '99.9%', '>99.9%']);
  });
});

describe('axes', () => {
  it('has round steps from zero, whole ones for whole things', () => {
    expect(niceScale([3, 24_912])).toEqual({ min: 0, max: 30_000, step: 10_000 });
    expect(niceScale([1, 2], { isInteger: true })).toEqual({ min: 0, max: 2, step: 1 });
    expect(niceScale([0, 0])).toEqual({ min: 0, max: 1, step: 1 });
    expect(niceScale([-120, 200])).toEqual({ min: -200, max: 200, step: 200 });
  });
  it('is round in the unit that is shown', () => {
    expect(niceScale([5_000_000], { unit: 1024 ** 2 })).toEqual({ min: 0, max: 6 * 1024 ** 2, step: 2 * 1024 ** 2 });
  });
  it('may leave zero out for a ratio', () => {
    expect(niceScale([140, 150], { isFree: true }).min).toBeGreaterThan(100);
  });
  it('ticks on the zone’s own clock, through a changed offset', () => {
    const [from, to] = [Date.UTC(2026, 10, 19, 1), Date.UTC(2026, 10, 20, 1)];
    const ticks = timeTicks(from, to, 'Asia/Shanghai', 7).map((t) => tickText(t, 'Asia/Shanghai'));
    expect(ticks).toEqual(['12:00', '16:00', '20:00', '11-20', '04:00', '08:00']);
    const berlin = timeTicks(Date.UTC(2026, 9, 24, 22), Date.UTC(2026, 9, 25, 23), 'Europe/Berlin', 6);
    expect(berlin.map((t) => tickText(t, 'Europe/Berlin'))).toEqual(['10-25', '06:00', '12:00', '18:00', '10-26']);
  });
  it('writes a window with its zone', () => {
    expect(rangeText(Date.UTC(2026, 10, 19, 1), Date.UTC(2026, 10, 20, 1), 'Asia/Shanghai')).toBe(
      '2026-11-19 09:00 – 11-20 09:00 UTC+8',
    );
  });
  it('writes both offsets of a window in which the clocks are changed', () => {
    expect(rangeText(Date.UTC(2026, 9, 30, 1), Date.UTC(2026, 10, 29, 1), 'America/New_York')).toBe(
      '2026-10-29 21:00 UTC\u22124 – 11-28 20:00 UTC\u22125',
    );
  });
});
