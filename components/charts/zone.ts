const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(tz: string): Intl.DateTimeFormat {
  const known = formatters.get(tz);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: tz,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(tz, made);
  return made;
}

export type WallClock = { year: number; month: number; day: number; hour: number; minute: number; second: number };

/** What a clock on the wall of `tz` shows at `at` (Unix milliseconds). */
export function wallClock(at: number, tz: string): WallClock {
  const clock: WallClock = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const part of formatter(tz).formatToParts(at)) {
    if (part.type in clock) clock[part.type as keyof WallClock] = Number(part.value);
  }
  return clock;
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
