import { GRAIN_MS, type Grain } from '../store/store';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MAX_DAYS = 90;

/** A time window, [stime, etime) in Unix ms, with the buckets it is shown in. */
export type Window = {
  stime: number;
  etime: number;
  granularity: Grain;
  /** The previous period is this much earlier: a whole number of buckets. */
  compare_offset_ms: number;
};

export type WindowInput = { window?: string; stime?: number; etime?: number };

/** The field of a window that cannot be used. */
export class WindowError extends Error {
  constructor(readonly field: 'time_window' | 'stime' | 'etime') {
    super(`bad ${field}`);
  }
}

const UNIT: Readonly<Record<string, number>> = { m: MINUTE, h: HOUR, d: DAY };

function granularityOf(length: number): Grain {
  if (length <= DAY) return '5m';
  return length <= 14 * DAY ? '1h' : '1d';
}

function windowOf(stime: number, etime: number, offset?: number): Window {
  const length = etime - stime;
  const granularity = granularityOf(length);
  const step = GRAIN_MS[granularity];
  return { stime, etime, granularity, compare_offset_ms: offset ?? Math.ceil(length / step) * step };
}

function relative(text: string, now: number): Window {
  const today = now - (now % DAY);
  if (text === 'today') return windowOf(today, Math.max(now, today + 1), DAY);
  if (text === 'yesterday') return windowOf(today - DAY, today, DAY);
  const found = /^last_([1-9]\d{0,5})([mhd])$/.exec(text);
  const length = found ? Number(found[1]) * (UNIT[found[2] ?? ''] ?? 0) : 0;
  if (length === 0 || length > MAX_DAYS * DAY) throw new WindowError('time_window');
  return windowOf(now - length, now);
}

/**
 * The window a request asks for (DESIGN 5): stime and etime win over the relative one; one of them alone is completed by
 * 24 h before the end, or by now. Days are UTC days. Throws WindowError.
 */
export function parseWindow(input: WindowInput, now: number): Window {
  if (input.stime === undefined && input.etime === undefined) return relative(input.window || 'last_24h', now);
  const etime = input.etime ?? now;
  const stime = input.stime ?? etime - DAY;
  if (stime < 0) throw new WindowError('stime');
  if (stime >= etime) throw new WindowError(input.etime === undefined ? 'stime' : 'etime');
  if (etime - stime > MAX_DAYS * DAY) throw new WindowError('stime');
  return windowOf(stime, etime);
}

/** Whether a window is short enough for percentiles (D4) and for what is read from the events themselves. */
export function isWithinDay(window: Window): boolean {
  return window.etime - window.stime <= DAY;
}
