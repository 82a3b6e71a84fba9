import { REDACTED, redact } from './redact';

export type Changes = Record<string, { old: unknown; new: unknown }>;

type Json = Record<string, unknown>;

/** When something was written, not what: these differ at every save. */
const STAMPS = new Set(['utime']);

/** Field-level old -> new, by path; secrets show only that they changed. A created or deleted object differs from {}. */
export function diff(before: Json | null, after: Json | null): Changes {
  const changes: Changes = {};
  compare(before ?? {}, after ?? {}, redact(before ?? {}) as Json, redact(after ?? {}) as Json, '', changes);
  return changes;
}

function compare(a: Json, b: Json, shownA: Json, shownB: Json, path: string, changes: Changes): void {
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [x, y] = [a[key], b[key]];
    if (STAMPS.has(key) || JSON.stringify(x) === JSON.stringify(y)) continue;
    if (isObject(x) && isObject(y) && shownA[key] !== REDACTED) {
      compare(x, y, shownA[key] as Json, shownB[key] as Json, `${path}${key}.`, changes);
    } else {
      changes[`${path}${key}`] = { old: shownA[key] ?? null, new: shownB[key] ?? null };
    }
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
