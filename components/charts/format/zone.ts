import { partsOf } from '@/lib/i18n/format';

export type WallClock = { year: number; month: number; day: number; hour: number; minute: number; second: number };

/** What a clock on the wall of `tz` shows at `at` (Unix milliseconds). */
export function wallClock(at: number, tz: string): WallClock {
  const { year, month, day, hour, minute, second } = partsOf(at, tz);
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  };
}

/** Milliseconds to add to UTC to read the clock of `tz` at `at`. */
export function offsetAt(at: number, tz: string): number {
  const c = wallClock(at, tz);
  return Date.UTC(c.year, c.month - 1, c.day, c.hour, c.minute, c.second) - Math.floor(at / 1000) * 1000;
}

/** The instant at which the wall clock of `tz` shows this date and time; a skipped hour gives the one after it. */
export function instantOf(tz: string, year: number, month: number, day: number, hour = 0, minute = 0): number {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  const guess = asUtc - offsetAt(asUtc, tz);
  // the offset may change between the guess and the answer: once more with the offset found there
  return asUtc - offsetAt(guess, tz);
}

export function startOfDay(at: number, tz: string): number {
  const c = wallClock(at, tz);
  return instantOf(tz, c.year, c.month, c.day);
}

/** Midnight of the following day: 23, 24 or 25 hours after this one's. */
export function nextDay(midnight: number, tz: string): number {
  const c = wallClock(midnight, tz);
  return instantOf(tz, c.year, c.month, c.day + 1);
}
