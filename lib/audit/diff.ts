import { REDACTED } from './redact';

export type Changes = Record<string, { old: unknown; new: unknown }>;

type Json = Record<string, unknown>;

/** When something was written, not what: these differ at every save. */
const STAMPS = new Set(['utime']);

const asItIs = (value: Json) => value;

/**
 * Field-level old -> new, by path. `shown` is what may be seen of an object; of the rest a diff says only that it changed.
 * A created or deleted object differs from {}.
 */
export function diff(before: Json | null, after: Json | null, shown: (value: Json) => Json = asItIs): Changes {
  const changes: Changes = {};
  const [a, b] = [before ?? {}, after ?? {}];
  compare(a, b, shown(a), shown(b), '', changes);
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
