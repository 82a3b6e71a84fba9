import { expect, it } from 'vitest';
import { dashboardParsers, isWindow, wider, windowBody } from './range';

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
});

it('widens step by step and stops at the widest', () => {
  const ends = { stime: null, etime: null };
  expect(wider({ time_window: 'last_1h', ...ends })).toBe('last_24h');
  expect(wider({ time_window: 'last_30d', ...ends })).toBeNull();
});
