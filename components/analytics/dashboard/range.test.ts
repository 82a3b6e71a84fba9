import { expect, it } from 'vitest';
import { dashboardParsers, isWindow, spanOf, wider, windowBody, zoomedOut } from './range';

it('asks for absolute ends only when they make a window', () => {
  expect(windowBody({ time_window: 'last_7d', stime: 1, etime: 2 })).toEqual({ stime: 1, etime: 2 });
  expect(windowBody({ time_window: 'last_7d', stime: 2, etime: 1 })).toEqual({ time_window: 'last_7d' });
  expect(windowBody({ time_window: 'last_7d', stime: 2, etime: null })).toEqual({ time_window: 'last_7d' });
  expect(isWindow(1, 91 * 86_400_000)).toBe(false);
});

it('reads nothing into the page that a URL should not bring', () => {
  expect(dashboardParsers.stime.parse('-5')).toBeNull();
  expect(dashboardParsers.stime.parse('abc')).toBeNull();
  expect(dashboardParsers.domain_id.parse('<script>')).toBeNull();
  expect(dashboardParsers.time_window.parse('last_1y')).toBeNull();
  expect(dashboardParsers.tz.parse('Nowhere/Land')).toBeNull();
  expect(dashboardParsers.tz.parse('Asia/Tokyo')).toBe('Asia/Tokyo');
});

it('widens step by step and stops at the widest', () => {
  const ends = { stime: null, etime: null };
  expect(wider({ time_window: 'last_1h', ...ends })).toBe('last_24h');
  expect(wider({ time_window: 'last_30d', ...ends })).toBeNull();
});

it('asks for a span that the API has no name for by its ends at that moment', () => {
  const ends = { stime: null, etime: null };
  expect(windowBody({ time_window: 'last_6h', ...ends }, 100 * 3_600_000)).toEqual({
    stime: 94 * 3_600_000,
    etime: 100 * 3_600_000,
  });
  expect(dashboardParsers.time_window.parse('last_6h')).toBe('last_6h');
  for (const text of ['last_0h', 'last_91d', 'last_6', 'last_-1h', 'last_1e3m']) expect(spanOf(text), text).toBeNull();
});

it('zooms out to twice as much, never beyond now or ninety days', () => {
  const now = 1_000 * 86_400_000;
  const ends = { stime: null, etime: null };
  expect(zoomedOut({ time_window: 'last_6h', ...ends }, now)).toBe('last_12h');
  expect(zoomedOut({ time_window: 'last_60d', ...ends }, now)).toBe('last_90d');
  const hour = 3_600_000;
  expect(zoomedOut({ time_window: 'last_24h', stime: now - 10 * hour, etime: now - 8 * hour }, now)).toEqual({
    from: now - 11 * hour,
    to: now - 7 * hour,
  });
  expect(zoomedOut({ time_window: 'last_24h', stime: now - 2 * hour, etime: now }, now)).toEqual({
    from: now - 4 * hour,
    to: now,
  });
});
