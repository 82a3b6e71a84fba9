/** Data that never changes, with the body that answers it once one was written. They last as long as the data does. */
const bodies = new WeakMap<object, string>();
const UNWRITTEN = '';

/** The JSON of rows that never change and that many answers show. */
const texts = new WeakMap<object, string>();

/** Fixes a row that lists show, so that its JSON is written once however many of them it is in. Answers its characters. */
export function unchangingRow(row: object): number {
  const text = JSON.stringify(Object.freeze(row));
  texts.set(row, text);
  return text.length;
}

/** The JSON of a list all of whose rows have theirs already; undefined of anything else. */
export function textOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !bodies.has(data)) return undefined;
  const { list, ...rest } = data as { list: readonly object[] };
  const rows = list.map((row) => texts.get(row));
  if (rows.length === 0 || rows.includes(undefined)) return undefined;
  return `{"list":[${rows.join(',')}],${JSON.stringify(rest).slice(1)}`;
}

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
