import type { BodyInMemory } from '@/lib/queues/body-memory';
import type { StreamReply } from './envelope';

/** An HTTP request as the dispatcher needs it, whoever received it: the front server or a Next route. */
export type ApiCall = {
  method: string;
  /** Raw path, still escaped, without the query. */
  path: string;
  /** Raw query without the question mark. */
  search: string;
  host: string;
  /** Address of the true peer; never a header a client may write. */
  peer: string;
  /** Whether the client speaks https, as far as trusted hops tell. */
  secure: boolean;
  /**
   * Aborted when the client hung up before its answer was sent; missing where nobody can tell. No accessor: in an object literal
   * that gives each request a shape of its own, which keeps all of the request until the next full collection.
   */
  signal?(): AbortSignal;
  header(name: string): string | undefined;
  /** Reads the body into what is kept of it. Throws `err.request.too_large` beyond `limit` bytes, and what `kept.add` throws. */
  body(limit: number, kept: Pick<BodyInMemory, 'add'>): Promise<void>;
};

export type ApiReply = {
  status: number;
  headers: Record<string, string>;
  /** Null where nothing is to be sent, as for HEAD. */
  body: string | Uint8Array | StreamReply['chunks'] | null;
};
