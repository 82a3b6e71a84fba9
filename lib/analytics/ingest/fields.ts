/** Helpers the parsers share: every one accepts whatever a log may hold and never throws. */

export function asText(value: unknown): string {
  if (typeof value === 'string') return value === '-' ? '' : value;
  return typeof value === 'number' ? String(value) : '';
}

/** A run of `\xHH`, or a backslash with any other character. */
const ESCAPE = /\\(?:(x[0-9a-fA-F]{2}(?:\\x[0-9a-fA-F]{2})*)|([\s\S]))/g;

/**
 * Replaces the escapes of a log. nginx writes each byte above 126 as `\xHH`, so a run of them is read as UTF-8: `written`
 * says how its text is written here, `other` what becomes of a backslash with the character after it.
 */
export function replaceEscapes(
  text: string,
  replace: { written: (text: string) => string; other: (whole: string, character: string) => string },
): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (whole, bytes: string | undefined, character: string) =>
    bytes
      ? replace.written(Buffer.from(bytes.replace(/\\?x/g, ''), 'hex').toString('utf8'))
      : replace.other(whole, character),
  );
}

/** A non-negative whole number, or undefined. nginx writes several upstream values as `a, b`: the last one answered. */
export function asCount(value: unknown): number | undefined {
  const last =
    typeof value === 'string' ? value.slice(Math.max(value.lastIndexOf(','), value.lastIndexOf(':')) + 1) : value;
  if (last === '' || last === null || last === undefined) return undefined;
  const n = typeof last === 'number' ? last : Number(String(last).trim());
  return Number.isFinite(n) && n >= 0 && n <= Number.MAX_SAFE_INTEGER ? Math.round(n) : undefined;
}

/** Seconds with a fraction, as nginx writes durations, to whole milliseconds; several upstreams are added up. */
export function secondsToMs(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? Math.round(value * 1000) : undefined;
  if (typeof value !== 'string') return undefined;
  let total: number | undefined;
  for (const part of value.split(/[,:]/)) {
    const text = part.trim();
    if (!/^\d+(\.\d+)?$/.test(text)) continue;
    total = (total ?? 0) + Math.round(Number(text) * 1000);
  }
  return total;
}

/** Host as it is compared: lower case, without port and final dot; an IPv6 literal keeps its brackets. */
export function cleanHost(value: unknown): string {
  let host = asText(value).trim().toLowerCase();
  const port = /^(\[[^\]]*\]|[^:]*):\d{1,5}$/.exec(host);
  if (port) host = port[1] ?? '';
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

const MONTHS = new Map(
  ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'].map((m, i) => [m, i]),
);

/** Unix ms of calendar parts in UTC, or undefined when the calendar has no such moment. */
export function utcMs(
  year: number,
  month: string,
  day: number,
  hh: number,
  mm: number,
  ss: number,
): number | undefined {
  const m = MONTHS.get(month.toLowerCase());
  if (m === undefined || hh > 23 || mm > 59 || ss > 60) return undefined;
  const ms = Date.UTC(year, m, day, hh, mm, ss);
  return new Date(ms).getUTCDate() === day || ss === 60 ? ms : undefined;
}
