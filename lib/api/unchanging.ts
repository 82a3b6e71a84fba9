/** A list that never changes: the JSON of its rows, and the body that answers it once one was written. */
type Fixed = { texts: readonly string[]; body: string | undefined };

/** They last as long as the lists do. */
const fixed = new WeakMap<object, Fixed>();

/** Fixes a list, whose rows are fixed already, with the JSON of each, so that it is written once however often it is answered. */
export function unchanging<T extends { readonly list: readonly unknown[] }>(page: T, texts: readonly string[]): T {
  Object.freeze(page.list);
  fixed.set(Object.freeze(page), { texts, body: undefined });
  return page;
}

/** The body that answers `data`: the one that was written before where the data is fixed, else that of `write`, with the data's JSON if it is known. */
export function bodyOf(data: unknown, write: (json?: string) => string): string {
  const known = typeof data === 'object' && data !== null ? fixed.get(data) : undefined;
  if (!known) return write();
  known.body ??= write(jsonOf(data as { list: unknown }, known.texts));
  return known.body;
}

function jsonOf({ list: _, ...rest }: { list: unknown }, texts: readonly string[]): string {
  return `{"list":[${texts.join(',')}],${JSON.stringify(rest).slice(1)}`;
}
