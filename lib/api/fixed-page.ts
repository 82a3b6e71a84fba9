import type { Page } from './fields';

/**
 * A page of rows that never change, with the JSON of each, so that it is written once however often it is answered. Private to the page, the
 * body goes into no copy of it; a table of weak keys would cost as much as the answer.
 */
export class FixedPage<V> implements Page<V> {
  readonly #json: readonly string[];
  #body: string | Buffer | undefined;

  constructor(
    readonly list: V[],
    readonly total: number,
    readonly page: number,
    readonly size: number,
    json: readonly string[],
  ) {
    this.#json = json;
    Object.freeze(list);
    Object.freeze(this);
  }

  /**
   * The body that answers `data`: the one that was written before where the data is fixed, else that of `write`, with the data's JSON if it
   * is known. From the second time on it is in bytes: text with Chinese in it is encoded each time that it is sent.
   */
  static bodyOf(data: unknown, write: (json?: string) => string): string | Buffer {
    if (typeof data !== 'object' || data === null || !(#body in data)) return write();
    if (typeof data.#body === 'string') data.#body = Buffer.from(data.#body);
    data.#body ??= write(data.#text());
    return data.#body;
  }

  #text(): string {
    const { total, page, size } = this;
    return `{"list":[${this.#json.join(',')}],${JSON.stringify({ total, page, size }).slice(1)}`;
  }
}
