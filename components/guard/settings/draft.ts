import { isObject } from '@/components/audit/leaf-changes';
import { DISABLE, ENABLE } from '@/lib/guard/domains/vocabulary';

/** Settings as what they say: key -> document. */
export type Documents = Readonly<Record<string, unknown>>;
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
