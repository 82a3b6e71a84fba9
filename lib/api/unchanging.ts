/** Data that never changes, with the body that answers it once one was written. They last as long as the data does. */
const bodies = new WeakMap<object, string>();
const UNWRITTEN = '';

/** Fixes a list and what is in it, so that its JSON is written once however often it is answered. */
export function unchanging<T extends { readonly list: readonly unknown[] }>(page: T): T {
  for (const one of page.list) Object.freeze(one);
  Object.freeze(page.list);
  bodies.set(Object.freeze(page), UNWRITTEN);
  return page;
}

/** The body that answers `data`: the one that was written before where the data is fixed, else that of `write`. */
export function bodyOf(data: unknown, write: () => string): string {
  if (typeof data !== 'object' || data === null) return write();
  const known = bodies.get(data);
  if (known) return known;
  const body = write();
  if (known === UNWRITTEN) bodies.set(data, body);
  return body;
}
