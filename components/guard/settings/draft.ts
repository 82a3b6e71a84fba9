import { DISABLE, ENABLE } from '@/lib/guard/domains/vocabulary';

/** Settings as what they say: key -> document. */
export type Documents = Readonly<Record<string, unknown>>;
/** What the diff of the audit log takes: path -> before and after. */
export type Changes = Record<string, { old: unknown; new: unknown }>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The settings of a domain as documents; one that is no JSON stays the text it is. */
export function documentsOf(settings: Readonly<Record<string, string>>): Documents {
  const read = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  return Object.fromEntries(Object.entries(settings).map(([key, text]) => [key, read(text)]));
}

/** Keys whose documents differ, as the API takes them: each a JSON text. */
export function changedSettings(before: Documents, after: Documents): Record<string, string> {
  const changed = Object.entries(after).filter(([key, document]) => !isSame(before[key], document));
  return Object.fromEntries(changed.map(([key, document]) => [key, JSON.stringify(document)]));
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What differs between two documents, field by field; lists of objects are compared entry by entry. */
export function changesBetween(before: unknown, after: unknown, path = ''): Changes {
  if (isSame(before, after)) return {};
  const step = (key: string) => (path === '' ? key : `${path}.${key}`);
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return Object.assign({}, ...[...keys].map((key) => changesBetween(before[key], after[key], step(key))));
  }
  if (Array.isArray(before) && Array.isArray(after) && [...before, ...after].every(isObject)) {
    const longest = Math.max(before.length, after.length);
    const at = Array.from({ length: longest }, (_, i) => changesBetween(before[i], after[i], step(String(i))));
    return Object.assign({}, ...at);
  }
  return { [path]: { old: before, new: after } };
}

/** Whether a setting says it is on; null where it does not say. */
export function isOn(document: unknown): boolean | null {
  const status = isObject(document) ? document.status : undefined;
  return status === ENABLE ? true : status === DISABLE ? false : null;
}

/** The setting switched on or off, its other keys as they are. */
export const switched = (document: unknown, on: boolean): Record<string, unknown> => ({
  ...(isObject(document) ? document : {}),
  status: on ? ENABLE : DISABLE,
});

/** The keys of a setting beside `status`. */
export const otherKeys = (document: unknown): [string, unknown][] =>
  isObject(document) ? Object.entries(document).filter(([key]) => key !== 'status') : [];
