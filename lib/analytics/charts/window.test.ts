import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GRAIN_MS } from '../store/store';
import { cover } from './cover';
import { parseWindow, WindowError } from './window';

const NOW = Date.UTC(2026, 10, 20, 10, 3, 7, 5);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('the window', () => {
  it('reads relative windows', () => {
    expect(parseWindow({}, NOW)).toMatchObject({
      stime: NOW - DAY,
      etime: NOW,
      granularity: '5m',
      compare_offset_ms: DAY,
    });
    expect(parseWindow({ window: 'last_90m' }, NOW)).toMatchObject({ stime: NOW - 1.5 * HOUR });
    expect(parseWindow({ window: 'last_7d' }, NOW)).toMatchObject({ stime: NOW - 7 * DAY, granularity: '1h' });
    expect(parseWindow({ window: 'last_30d' }, NOW)).toMatchObject({ granularity: '1d', compare_offset_ms: 30 * DAY });
    const midnight = Date.UTC(2026, 10, 20);
    expect(parseWindow({ window: 'today' }, NOW)).toMatchObject({
      stime: midnight,
      etime: NOW,
      compare_offset_ms: DAY,
    });
    expect(parseWindow({ window: 'yesterday' }, NOW)).toMatchObject({ stime: midnight - DAY, etime: midnight });
  });

  it('lets stime and etime win and completes one of them', () => {
    expect(parseWindow({ window: 'last_7d', stime: 5, etime: 10 }, NOW)).toMatchObject({ stime: 5, etime: 10 });
    expect(parseWindow({ stime: NOW - HOUR }, NOW)).toMatchObject({ etime: NOW });
    expect(parseWindow({ etime: NOW - HOUR }, NOW)).toMatchObject({ stime: NOW - HOUR - DAY });
  });

  it('refuses what is no window', () => {
    for (const window of [
      'last_0h',
      'last_-1h',
      'last_24',
      'LAST_24h',
      'last_91d',
      'last_2161h',
      'tomorrow',
      'last_1e3h',
      ' last_1h',
    ]) {
      expect(() => parseWindow({ window }, NOW), window).toThrow(WindowError);
    }
    expect(parseWindow({ window: 'last_90d' }, NOW).granularity).toBe('1d');
    for (const [stime, etime] of [
      [10, 10],
      [11, 10],
      [0, 91 * DAY],
      [-5, 10],
    ]) {
      expect(() => parseWindow({ stime, etime }, NOW)).toThrow(WindowError);
    }
  });
});

describe('cover', () => {
  it('splits any window without gap or overlap, whole buckets from rollups', () => {
    const start = fc.integer({ min: 0, max: 400 * DAY });
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 90 * DAY }), (from, length) => {
        const segments = cover(from, from + length, ['1d', '1h', '5m']);
        expect(segments[0]?.from).toBe(from);
        expect(segments.at(-1)?.to).toBe(from + length);
        segments.forEach((segment, i) => {
          expect(segment.to).toBeGreaterThan(segment.from);
          if (i > 0) expect(segment.from).toBe(segments[i - 1]?.to);
          if (segment.grain === 'events') expect(segment.to - segment.from).toBeLessThan(2 * GRAIN_MS['5m']);
          else expect([segment.from % GRAIN_MS[segment.grain], segment.to % GRAIN_MS[segment.grain]]).toEqual([0, 0]);
        });
      }),
    );
  });
});
