import { formatTableTime, zoneLabel } from '@/lib/i18n/format';
import type { Bucket } from '../prepare/model';
import { instantOf, nextDay, offsetAt, startOfDay, wallClock } from './zone';

const HOUR = 3_600_000;
const DAY = 86_400_000;

const stamp = formatTableTime;

/** `YYYY-MM-DD HH:mm`. */
export const fullStamp = (at: number, tz: string): string => `${wallClock(at, tz).year}-${stamp(at, tz)}`;

/** `YYYY-MM-DD HH:mm:ss`. */
export const secondStamp = (at: number, tz: string): string =>
  `${fullStamp(at, tz)}:${String(wallClock(at, tz).second).padStart(2, '0')}`;

/** `2026-11-19 09:00 – 11-20 09:00 UTC+8`; the second year and the first offset only when they differ. */
export function rangeText(from: number, to: number, tz: string): string {
  const isSameYear = wallClock(from, tz).year === wallClock(to, tz).year;
  const end = isSameYear ? stamp(to, tz) : fullStamp(to, tz);
  const start = isShifted(from, to, tz) ? `${fullStamp(from, tz)} ${zoneLabel(from, tz)}` : fullStamp(from, tz);
  return `${start} \u2013 ${end} ${zoneLabel(to, tz)}`;
}

/** Whether the clocks of a zone were changed between two instants. */
export const isShifted = (from: number, to: number, tz: string): boolean => offsetAt(from, tz) !== offsetAt(to, tz);

/** The zone of the times between two instants: their offset, or its name where they have two. */
export const zoneBetween = (from: number, to: number, tz: string): string =>
  isShifted(from, to, tz) ? tz : zoneLabel(to, tz);

/** `-04:00`, as files write an offset. */
export function offsetStamp(at: number, tz: string): string {
  const minutes = Math.round(offsetAt(at, tz) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((n) =>
    String(n).padStart(2, '0'),
  );
  return `${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

/** A bucket's time: `11-19 23:30 – 23:35`, or the bare date for a whole day. */
export function bucketText(bucket: Pick<Bucket, 'start' | 'end'>, tz: string): string {
  const from = stamp(bucket.start, tz);
  const isWholeDay = bucket.end - bucket.start >= 23 * HOUR && startOfDay(bucket.start, tz) === bucket.start;
  if (isWholeDay) return from.slice(0, 5);
  const to = stamp(bucket.end, tz);
  return `${from} \u2013 ${from.slice(0, 5) === to.slice(0, 5) ? to.slice(6) : to}`;
}

const MINUTE_STEPS = [5, 10, 15, 30, 60, 120, 180, 240, 360, 720];
const DAY_STEPS = [1, 2, 3, 7, 14, 30];

/**
 * Tick positions between two instants, at most `most` of them, on round times of the zone's own clock. The library's
 * time axis knows only UTC and the browser's zone.
 */
export function timeTicks(from: number, to: number, tz: string, most: number): number[] {
  const span = to - from;
  const minutes = MINUTE_STEPS.find((m) => span / (m * 60_000) <= most);
  if (minutes !== undefined) return clockTicks(from, to, tz, minutes);
  const days = DAY_STEPS.find((d) => span / (d * DAY) <= most) ?? Math.ceil(span / DAY / most);
  return dayTicks(from, to, tz, days);
}

function clockTicks(from: number, to: number, tz: string, minutes: number): number[] {
  const ticks: number[] = [];
  for (let day = startOfDay(from, tz); day <= to; day = nextDay(day, tz)) {
    const { year, month, day: date } = wallClock(day, tz);
    for (let m = 0; m < 24 * 60; m += minutes) {
      const at = instantOf(tz, year, month, date, 0, m);
      if (at >= from && at <= to && at !== ticks.at(-1)) ticks.push(at);
    }
  }
  return ticks;
}

function dayTicks(from: number, to: number, tz: string, days: number): number[] {
  const ticks: number[] = [];
  let index = 0;
  for (let day = startOfDay(from, tz); day <= to; day = nextDay(day, tz)) {
    if (day >= from && index++ % days === 0) ticks.push(day);
  }
  return ticks;
}

/** Label of a tick: the time of day, the date at midnight. */
export function tickText(at: number, tz: string): string {
  const text = stamp(at, tz);
  return text.endsWith(' 00:00') ? text.slice(0, 5) : text.slice(6);
}

/** Length of a span in its largest whole unit, as the key and number of a message: 24 h, 7 d. */
export function spanOf(ms: number): { unit: 'minutes' | 'hours' | 'days'; n: number } {
  if (ms % DAY === 0 && ms > DAY) return { unit: 'days', n: ms / DAY };
  if (ms >= HOUR) return { unit: 'hours', n: Math.round(ms / HOUR) };
  return { unit: 'minutes', n: Math.round(ms / 60_000) };
}
