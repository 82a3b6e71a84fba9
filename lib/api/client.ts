import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AnyEndpoint, BodyOf, DataOf, EndpointSpec, QueryOf } from './endpoint';
import type { Envelope, ErrorEnvelope } from './envelope';

/** A refused or failed call, as the console shows it. `status` 0: no answer came. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly envelope: ErrorEnvelope,
    readonly requestId: string,
    /** Seconds to wait, from Retry-After; 0 when the server named none. */
    readonly retryAfter: number,
  ) {
    super(envelope.message);
  }
}

type Empty = Record<never, never>;
type ParamsOf<E> =
  E extends EndpointSpec<infer P, infer _Q, infer _B, infer _D>
    ? P extends `${string}{${string}}${string}`
      ? { params: Record<Names<P>, string> }
      : Empty
    : Empty;
type Names<P extends string> = P extends `${string}{${infer N}}${infer R}` ? N | Names<R> : never;

/** What the console passes to an endpoint: path parameters, query and body, each only where the endpoint has it. */
export type CallInput<E> = ParamsOf<E> & { query?: Partial<QueryWire<E>> } & (BodyOf<E> extends undefined
    ? Empty
    : { body: BodyOf<E> });
type QueryWire<E> =
  QueryOf<E> extends infer Q
    ? { [K in keyof Q]: Exclude<Q[K], undefined> | string | number | boolean | undefined }
    : never;

type Loose = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

/** The endpoint's address for these inputs, below the console's cookie-authenticated mount (DESIGN 3). */
export function urlOf(endpoint: { path: string }, input: Loose = {}): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(input.params?.[name] ?? ''));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value));
  }
  const search = query.size > 0 ? `?${query}` : '';
  return `/console${path}${search}`;
}

/** Sends one request of the console. Answers the raw response of a success; throws ApiError otherwise. */
export async function send(url: string, init: { method: string; body?: unknown; signal?: AbortSignal }) {
  const isOffline = !navigator.onLine;
  let response: Response;
  try {
    response = await fetch(url, {
      method: init.method,
      signal: init.signal,
      credentials: 'same-origin',
      headers: {
        'X-Console': '1',
        'Accept-Language': document.documentElement.lang,
        ...(init.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: init.body === undefined ? undefined : JSON.stringify(init.body),
    });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError(0, isOffline ? withoutAnswer('offline') : unanswered(init.method), '', 0);
  }
  if (response.ok) return response;
  const answer = (await response.json().catch(() => null)) as ErrorEnvelope | null;
  const envelope = typeof answer?.message === 'string' ? answer : unreadable(response.status, init.method);
  const requestId = response.headers.get('x-request-id') ?? '';
  // It may be a date, which only what is before Parapet sends.
  throw new ApiError(response.status, envelope, requestId, Number(response.headers.get('retry-after') ?? 0) || 0);
}

/** In place of the envelope of an answer that never came, or that is not Parapet's. */
function withoutAnswer(
  why: 'offline' | 'unreachable' | 'unanswered' | 'refused' | 'unavailable' | 'unconfirmed',
): ErrorEnvelope {
  return { code: -1, message: '', err_key: `err.client.${why}`, data: { category: 'internal' } };
}

/** A write that left and was never answered may have been done; a read has changed nothing. */
const unanswered = (method: string) => withoutAnswer(method === 'GET' ? 'unreachable' : 'unanswered');

/** What is before Parapet answered in its own form: it passed nothing on, has nobody to pass it to, or lost the answer. */
function unreadable(status: number, method: string): ErrorEnvelope {
  if (status < 500) return withoutAnswer('refused');
  return withoutAnswer(method === 'GET' ? 'unavailable' : 'unconfirmed');
}

/** Calls an endpoint and answers its `data`. */
export async function call<E extends AnyEndpointLike>(endpoint: E, input: CallInput<E>, signal?: AbortSignal) {
  const loose = input as Loose;
  const response = await send(urlOf(endpoint, loose), { method: endpoint.method, body: loose.body, signal });
  return ((await response.json()) as Envelope<DataOf<E>>).data;
}

/** TanStack Query options of a GET endpoint; the key begins with the path, so a resource is invalidated as a whole. */
export function query<E extends AnyEndpointLike>(endpoint: E, input: CallInput<E>) {
  return queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }) => call(endpoint, input, signal),
  });
}

// Contracts differ in every type parameter; what the client needs of them is this much.
type AnyEndpointLike = Pick<AnyEndpoint, 'method' | 'path'> & { data: z.ZodType };
