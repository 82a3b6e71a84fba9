import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatClock,
  formatExactTime,
  formatMinute,
  formatNumber,
  formatPercent,
  formatShort,
  formatTableTime,
  isNoDay,
  millisAt,
  relativeTime,
  zoneLabel,
} from './format';

const T = Date.UTC(2026, 10, 20, 1, 0, 58, 214);

describe('numbers', () => {
  it('groups exact figures and uses the true minus and the dash', () => {
    expect(formatNumber(1284, 'en-US')).toBe('1,284');
    expect(formatNumber(-0.11, 'zh-CN', 2)).toBe('\u22120.11');
    expect(formatNumber(null, 'en-US')).toBe('—');
    expect(formatNumber(Number.NaN, 'en-US')).toBe('—');
  });

  it('shortens the way each language counts', () => {
    expect(formatShort(183_600, 'en-US')).toBe('183.6K');
    expect(formatShort(3_214_000, 'en-US')).toBe('3.21M');
    expect(formatShort(2_323, 'zh-CN')).toBe('2,323');
    expect(formatShort(183_600, 'zh-CN')).toBe('18.4万');
    expect(formatShort(3_214_000, 'zh-CN')).toBe('321.4万');
  });

  it('keeps one decimal in percentages and binary units in bytes', () => {
    expect(formatPercent(62, 'en-US')).toBe('62.0%');
    expect(formatBytes(1536, 'en-US')).toBe('1.5 KiB');
    expect(formatBytes(12, 'zh-CN')).toBe('12 B');
  });
});

describe('times', () => {
  it('writes the table and the exact form in the given zone', () => {
    expect(formatTableTime(T, 'Asia/Shanghai')).toBe('11-20 09:00');
    expect(formatExactTime(T, 'Asia/Shanghai')).toBe('2026-11-20 09:00:58.214 UTC+8');
    expect(formatExactTime(new Date(T).toISOString(), 'UTC')).toBe('2026-11-20 01:00:58.214 UTC');
    expect(formatClock(T, 'America/St_Johns')).toBe('21:30:58 UTC\u22123:30');
  });

  it('knows the offset of the moment, not of today', () => {
    expect(zoneLabel(Date.UTC(2026, 6, 1), 'Europe/Berlin')).toBe('UTC+2');
    expect(zoneLabel(Date.UTC(2026, 0, 1), 'Europe/Berlin')).toBe('UTC+1');
  });

  it('answers a dash for what is not a date', () => {
    expect(formatTableTime('soon', 'UTC')).toBe('—');
    expect(formatTableTime(null, 'UTC')).toBe('—');
  });

  it('is relative below one hour only', () => {
    expect(relativeTime(T, T + 3_000)).toEqual({ unit: 'second', count: 3 });
    expect(relativeTime(T, T + 190_000)).toEqual({ unit: 'minute', count: 3 });
    expect(relativeTime(T, T + 3_600_000)).toBeNull();
    expect(relativeTime(T, T - 60_000)).toBeNull();
  });
});

describe('times that people write', () => {
  it('are read on the clock of the zone, also where it changes', () => {
    expect(millisAt('2026-11-20 09:00', 'Asia/Shanghai')).toBe(Date.UTC(2026, 10, 20, 1));
    expect(millisAt(' 2026-11-20T09:00:30 ', 'UTC')).toBe(Date.UTC(2026, 10, 20, 9, 0, 30));
    expect(millisAt('2026-11-20', 'America/St_Johns')).toBe(Date.UTC(2026, 10, 20, 3, 30));
    expect(millisAt('2026-03-29 03:30', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 1, 30));
    for (const text of ['', 'soon', '2026-02-30', '2026-13-01', '2026-11-20 24:00', '2026-11-20 9']) {
      expect(millisAt(text, 'UTC'), text).toBeNull();
    }
  });

  it('tells a day that does not exist from what is no time at all', () => {
    for (const text of ['2026-02-30 10:00', '2026-02-29', '2026-13-01', '2026-04-31 25:00']) {
      expect(isNoDay(text), text).toBe(true);
    }
    for (const text of ['', 'soon', '2026-02-28 10:00', '2028-02-29', '2026-11-20 24:00', '2026-02-30 9']) {
      expect(isNoDay(text), text).toBe(false);
    }
  });

  it('come back as they were written', () => {
    for (const zone of ['UTC', 'Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu']) {
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 37 * 3_600_000) {
        expect(millisAt(formatMinute(at, zone), zone)).toBe(at);
      }
    }
  });
});
