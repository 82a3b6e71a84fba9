import type { Contract, Operation } from '../fuzz/operations';
import type { AnyJson } from '../json';
import type { Answer, Parapet, Request } from '../parapet';

/** What is asked of an operation: as acme-root where nobody else is named; `ids` fill its path in order. */
export type Asked = Pick<Request, 'as' | 'token' | 'host' | 'headers' | 'body'> & {
  ids?: readonly unknown[];
  query?: string;
};
export type Visited = { operation: Operation; asked: Asked; answer: Answer };

/** Who may read what a tenant may not, in this order. */
const READERS = ['acme-root', 'acme-support', 'admin'];

/** Calls operations of the served document by their id, tells what was answered, and fails where that is not 2xx as documented. */
export class Visitor {
  readonly contract: Contract;
  readonly visited = new Map<string, Visited>();
  readonly #parapet: Parapet;
  readonly #note: (visited: Visited) => unknown;

  constructor(parapet: Parapet, contract: Contract, note: (visited: Visited) => unknown) {
    this.#parapet = parapet;
    this.contract = contract;
    this.#note = note;
  }

  /** Answers `data`, or the text of a raw stream. */
  async call(id: string, asked: Asked = {}): Promise<AnyJson> {
    const { operation, answer } = await this.#ask(id, asked);
    const fault = this.contract.faultOf(operation, answer.status, typeOf(answer), answer.body);
    if (answer.status >= 300 || fault) throw new Error(`${id}: ${fault ?? JSON.stringify(answer.body)}`);
    await this.#keep({ operation, asked, answer });
    return answer.body?.data ?? answer.body;
  }

  /** Reads what was not visited so far and whose path `fill` knows, as the first of the readers who may. */
  async readTheRest(fill: (path: string) => readonly unknown[] | undefined): Promise<void> {
    for (const { id, method, path, parameters } of this.contract.operations) {
      const ids = fill(path);
      const needsMore = parameters.some((one) => one.in === 'query' && one.required);
      if (method !== 'GET' || this.visited.has(id) || needsMore || !ids) continue;
      for (const as of READERS) {
        const visited = await this.#ask(id, { as, ids });
        if (visited.answer.status >= 300) continue;
        await this.#keep(visited);
        break;
      }
    }
  }

  /** What follows commits has been done. */
  settled(): Promise<unknown> {
    return this.#parapet.runtime.jobs.settled();
  }

  async #ask(id: string, { ids = [], query, ...asked }: Asked): Promise<Visited> {
    const operation = this.contract.operations.find((one) => one.id === id);
    if (!operation) throw new Error(`${id} is not in the document`);
    const rest = [...ids];
    const path = operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(String(rest.shift())));
    const isNamed = asked.as !== undefined || asked.headers !== undefined || asked.host !== undefined;
    const answer = await this.#parapet.call(operation.method, query ? `${path}?${query}` : path, {
      ...(isNamed ? {} : { as: 'acme-root' }),
      ...asked,
    });
    return { operation, asked: { ids, query, ...asked }, answer };
  }

  async #keep(visited: Visited): Promise<void> {
    if (!this.visited.has(visited.operation.id)) this.visited.set(visited.operation.id, visited);
    await this.#note(visited);
  }
}

const typeOf = ({ headers }: Answer) => headers.get('content-type') ?? '';
