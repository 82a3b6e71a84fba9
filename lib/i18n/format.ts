import type { Locale } from './locales';

export const MISSING = '—';
const MINUS = '\u2212';

const numbers = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale}${JSON.stringify(options)}`;
  const known = numbers.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, options);
  numbers.set(key, made);
  return made;
}

function signed(text: string): string {
  return text.replace('-', MINUS);
}

type Figure = number | null | undefined;

function isFigure(value: Figure): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** An exact figure: `1,284`. `digits` fixes the number of decimals, one per column. */
export function formatNumber(value: Figure, locale: Locale, digits?: number): string {
  if (!isFigure(value)) return MISSING;
  const options = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return signed(numberFormat(locale, options).format(value));
}

/** A short figure for headlines and axes: `183.6K`, `3.21M`; Chinese counts in ten-thousands: `18.4万`. */
export function formatShort(value: Figure, locale: Locale): string {
  if (!isFigure(value)) return MISSING;
  const maximumFractionDigits = locale === 'en-US' && Math.abs(value) >= 1e6 ? 2 : 1;
  return signed(numberFormat(locale, { notation: 'compact', maximumFractionDigits, useGrouping: true }).format(value));
}

/** A percentage that is already 0-100: `12.5%`. */
export function formatPercent(value: Figure, locale: Locale, digits = 1): string {
  return isFigure(value) ? `${formatNumber(value, locale, digits)}%` : MISSING;
}

const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

/** Bytes in binary units: `1.5 MiB`. */
export function formatBytes(value: Figure, locale: Locale): string {
  if (!isFigure(value)) return MISSING;
  let amount = value;
  let unit = 0;
  while (Math.abs(amount) >= 1024 && unit < BYTE_UNITS.length - 1) {
    amount /= 1024;
    unit++;
  }
  return `${formatNumber(amount, locale, unit === 0 ? 0 : 1)} ${BYTE_UNITS[unit]}`;
}

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>;
const zones = new Map<string, Intl.DateTimeFormat>();

/** What a clock in `timeZone` shows at `millis` (Unix milliseconds), zero-padded. */
export function partsOf(millis: number, timeZone: string): Parts {
  let format = zones.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    zones.set(timeZone, format);
  }
  const parts: Parts = { year: '', month: '', day: '', hour: '', minute: '', second: '' };
  for (const { type, value } of format.formatToParts(millis)) {
    if (type in parts) parts[type as keyof Parts] = value;
  }
  return parts;
}

/** A point in time as the API sends it: Unix milliseconds or ISO text. */
export type Instant = number | string | Date | null | undefined;

/** Unix milliseconds of an instant; null when there is none or it is not a date. */
export function millisOf(value: Instant): number | null {
  if (value === null || value === undefined || value === '') return null;
  const millis = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : value;
  return Number.isFinite(millis) ? millis : null;
}

/** `UTC+8`, `UTC−3:30`, `UTC`: the zone's offset at that moment. */
export function zoneLabel(millis: number, timeZone: string): string {
  const minutes = Math.round(offsetAt(millis, timeZone) / 60_000);
  if (minutes === 0) return 'UTC';
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `UTC${minutes < 0 ? MINUS : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}

const WRITTEN = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/** How far a zone's clock is ahead of UTC at `millis`, in milliseconds. */
function offsetAt(millis: number, timeZone: string): number {
  const p = partsOf(millis, timeZone);
  return Date.UTC(+p.year, +p.month - 1, +p.day, +p.hour, +p.minute, +p.second) - Math.floor(millis / 1000) * 1000;
}

/** Year, month, day, hour, minute and second as written, whether or not there is such a time; null when it is none. */
function numbersIn(text: string): number[] | null {
  const [, ...found] = WRITTEN.exec(text.trim()) ?? [];
  return found.length === 0 ? null : found.map((part) => Number(part ?? 0));
}

function isOfCalendar([year = 0, month = 0, day = 0]: readonly number[]): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCDate() === day && date.getUTCMonth() === month - 1;
}

/** Whether a text is written as `millisAt` reads it, but names a day that no calendar has. */
export function isNoDay(text: string): boolean {
  const numbers = numbersIn(text);
  return numbers !== null && !isOfCalendar(numbers);
}

/** Unix milliseconds of `2026-11-20 09:00`, with or without seconds or time, on a zone's clock; null when it is no time. */
export function millisAt(text: string, timeZone: string): number | null {
  const numbers = numbersIn(text);
  if (!numbers || !isOfCalendar(numbers)) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second);
  // The offset at that moment is known only once the moment is, so it is asked for twice.
  const near = asUtc - offsetAt(asUtc, timeZone);
  return asUtc - offsetAt(near, timeZone);
}

/** The form that `millisAt` reads: `2026-11-20 09:00`. */
export function formatMinute(millis: number, timeZone: string): string {
  const p = partsOf(millis, timeZone);
  return `${p.year}-${p.month}-${p.day} ${p.hour}:${p.minute}`;
}

/** The form of tables, the same in both languages: `11-20 09:01`, in logs `11-20 09:01:22`. */
export function formatTableTime(value: Instant, timeZone: string, withSeconds = false): string {
  const millis = millisOf(value);
  if (millis === null) return MISSING;
  const p = partsOf(millis, timeZone);
  return `${p.month}-${p.day} ${p.hour}:${p.minute}${withSeconds ? `:${p.second}` : ''}`;
}

/** The exact form of details: `2026-11-20 09:00:58.214 UTC+8`. */
export function formatExactTime(value: Instant, timeZone: string): string {
  const millis = millisOf(value);
  if (millis === null) return MISSING;
  const p = partsOf(millis, timeZone);
  const fraction = String(((millis % 1000) + 1000) % 1000).padStart(3, '0');
  return `${p.year}-${p.month}-${p.day} ${p.hour}:${p.minute}:${p.second}.${fraction} ${zoneLabel(millis, timeZone)}`;
}

/** `2026-11-20`. */
export function formatDate(value: Instant, timeZone: string): string {
  const millis = millisOf(value);
  if (millis === null) return MISSING;
  const p = partsOf(millis, timeZone);
  return `${p.year}-${p.month}-${p.day}`;
}

/** `09:02:14 UTC+8`, for "updated at". */
export function formatClock(value: Instant, timeZone: string): string {
  const millis = millisOf(value);
  if (millis === null) return MISSING;
  const p = partsOf(millis, timeZone);
  return `${p.hour}:${p.minute}:${p.second} ${zoneLabel(millis, timeZone)}`;
}

export type RelativeTime = { unit: 'now' | 'second' | 'minute'; count: number };

/** How long ago, for prose, only below one hour; null beyond it or in the future: say the time instead. */
export function relativeTime(value: Instant, now: number): RelativeTime | null {
  const millis = millisOf(value);
  if (millis === null) return null;
  const seconds = Math.floor((now - millis) / 1000);
  if (seconds < -5 || seconds >= 3600) return null;
  if (seconds < 1) return { unit: 'now', count: 0 };
  if (seconds < 60) return { unit: 'second', count: seconds };
  return { unit: 'minute', count: Math.floor(seconds / 60) };
}
