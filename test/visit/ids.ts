import fc from 'fast-check';
import type { Operation } from '../fuzz/operations';

/** Ids that answers showed: by the list that an object is of, and by the name of the field. */
export class Ids {
  readonly #known = new Map<string, Set<unknown>>();

  pick(name: string): fc.Arbitrary<unknown> | undefined {
    const known = this.#known.get(name.replace(/_ids$/, '_id'));
    if (!known || known.size === 0) return undefined;
    // What was planted fits together.
    return fc.oneof(fc.constant([...known][0]), fc.constantFrom(...known));
  }

  /** The first id of each list that a path goes through; undefined where one is not known. */
  ids(path: string): unknown[] | undefined {
    const lists = [...path.matchAll(/\/\{\w+\}/g)].map(({ index }) => path.slice(0, index));
    const found = lists.map((list) => [...(this.#known.get(list) ?? [])][0]);
    return found.includes(undefined) ? undefined : found;
  }

  note({ path }: Operation, body: unknown): void {
    const data = (body as { data?: unknown } | undefined)?.data;
    const list = (data as { list?: unknown[] } | null)?.list ?? [data];
    for (const one of list.slice(0, 5)) {
      if (typeof one !== 'object' || one === null) continue;
      for (const [at, [name, value]] of Object.entries(one).entries()) {
        if (typeof value !== 'string' && typeof value !== 'number') continue;
        if (at === 0) this.#add(path, value);
        if (/_id$/.test(name)) this.#add(name, value);
      }
    }
  }

  #add(name: string, value: unknown): void {
    const known = this.#known.get(name) ?? new Set();
    if (known.size < 50) known.add(value);
    this.#known.set(name, known);
  }
}
