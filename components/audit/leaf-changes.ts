import type { Changes } from './diff-text';

/** As many rows as somebody reads; a change of more values than this stays one text. */
const MOST = 300;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What is in an object or in a list of objects, step by step; null for a value that is shown as one. */
function stepsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  const isList = Array.isArray(value) && value.length > 0 && value.every(isObject);
  if (isList || (isObject(value) && Object.keys(value).length > 0)) return value as Record<string, unknown>;
  return null;
}

/**
 * What differs between two values, value by value: objects and lists of objects are compared step by step, also where
 * one side has none. All in one where it would be too many rows to read.
 */
export function changesBetween(old: unknown, now: unknown, path = ''): Changes {
  const rows = leaves(old, now, path);
  return Object.keys(rows).length > MOST ? { [path]: { old, new: now } } : rows;
}

function leaves(old: unknown, now: unknown, path: string): Changes {
  if (isSame(old, now)) return {};
  const [a, b] = [stepsOf(old), stepsOf(now)];
  const isStepped =
    (a || b) &&
    (a || old === null || old === undefined || isEmpty(old)) &&
    (b || now === null || now === undefined || isEmpty(now));
  if (!isStepped) return { [path]: { old, new: now } };
  const steps = [...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])];
  return Object.assign(
    {},
    ...steps.map((step) => leaves(a?.[step], b?.[step], path === '' ? step : `${path}.${step}`)),
  );
}

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** A recorded difference with each change of an object as the changes of what is in it. */
export function leafChanges(changes: Changes): Changes {
  return Object.assign(
    {},
    ...Object.entries(changes).map(([path, change]) => changesBetween(change.old, change.new, path)),
  );
}
