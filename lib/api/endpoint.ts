import type { z } from 'zod';

/** Bytes a body may have where its endpoint doesn't ask for more: forms and short lists fit several times over. */
export const DEFAULT_BODY_LIMIT = 16 * 1024;

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** `<module>.<resource>.<action>`, spec section 4. A `{param}` segment is filled from the path. */
export type Permission = `${string}.${string}.${string}`;

type ParamNames<P extends string> = P extends `${string}{${infer N}}${infer R}` ? N | ParamNames<R> : never;
type Out<S> = S extends z.ZodType ? z.output<S> : undefined;

/**
 * What becomes of a write in the audit log. `object`: the path parameter that names what is written, `id` when not given.
 * `summed`: only the refusals of sessions leave a row of their own; calls of
 * keys and of the machine itself come too often for that, and the service records them in sum. `action`: the action of
 * another endpoint, which this one serves too.
 */
type Audit = { resource: string; object?: string; summed?: true; action?: string } | { none: string };

/** What a handler receives: everything parsed, nothing raw. */
export type EndpointInput<P extends string, Q, B> = {
  params: { [K in ParamNames<P>]: string };
  query: Out<Q>;
  body: Out<B>;
};

/**
 * The one declaration of an endpoint. Route, validation, OpenAPI, permission tree, typed client, forms and tests
 * are all derived from it; it holds no server code, so the browser may import it.
 */
export type EndpointSpec<P extends string, Q, B, D> = {
  method: Method;
  /** Below `/api`, and then below `/console/api` too; or below `/console` alone, for the console's own. */
  path: P;
  /** `public`: no header needed. `session`: any signed-in session, never an API key (spec 4.4, 4.13). */
  permission: 'public' | 'session' | Permission | ((input: EndpointInput<P, Q, B>) => Permission);
  /** Asked for beside `permission`, for data the answer shows that another endpoint has a permission of its own for. */
  alsoNeeds?: Permission;
  /** Refused to business roles whatever they were granted (spec 5, rule 10). */
  platformOnly?: true;
  /** Refused to staff of a brand as well: what concerns all brands at once is the operator's, in the default one. */
  operatorOnly?: true;
  /** A caller whose own user_id is this path parameter needs no permission. */
  selfParam?: ParamNames<P>;
  /** Still answers while the caller must change their password (DESIGN 5). */
  beforePasswordChange?: true;
  /** Permissions to list in the tree when `permission` is computed. */
  grants?: readonly Permission[];
  /** One sentence for the API reference. */
  summary: string;
  query?: Q;
  body?: B;
  /**
   * Describes a body that the handler is given unread, as `ctx.request.bytes`, since reading it on the thread that
   * answers would stop everybody; instead of `body`.
   */
  bytes?: z.ZodType;
  /** Another media type that such a body may have, and what it then is. */
  alsoTakes?: { media: string; describe: string };
  /** The body may come with `Content-Encoding: gzip`; maxBody bounds it packed and unpacked. */
  takesGzip?: true;
  /** What is done with the body waits in a queue of its own, however large the body is. */
  hasOwnQueue?: true;
  /** The body may be left out as a whole. */
  bodyOptional?: true;
  /** Largest accepted body in bytes, with a comment that argues it; DEFAULT_BODY_LIMIT when not given. */
  maxBody?: number;
  /** Shape of the envelope's `data`. */
  data: D;
  /** Media types of the raw stream that is answered where `data` is `stream`. */
  media?: readonly string[];
  /** Parts of such a stream can be asked for, and whether it has changed. */
  takesRanges?: true;
  status?: 200 | 201;
  /** Required on every method but GET: what kind of object the audit row names; `false` only with a reason. */
  audit?: Audit;
  /** The spec does not know this endpoint. */
  extension?: true;
  /** Where a body field has an error of its own instead of err.request.invalid: by `<field>.<validation text>`. */
  fieldErrors?: Readonly<Record<string, string>>;
  /** Answered for an id that cannot be one, as for one that names nothing; err.not_found when not given. */
  unknown?: string;
  /** Business errors beyond the common ones, for the reference. */
  errors?: readonly string[];
};

/** The constraint any endpoint satisfies; handlers and tests that walk the registry use it. */
export type AnyEndpoint = EndpointSpec<string, z.ZodType | undefined, z.ZodType | undefined, z.ZodType>;

export function endpoint<
  const P extends string,
  D extends z.ZodType,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(spec: EndpointSpec<P, Q, B, D>): EndpointSpec<P, Q, B, D> {
  return spec;
}

/** Whether an endpoint is the console's own: only a browser's cookie says who calls it. */
export const isConsoleOnly = ({ path }: { path: string }) => path.startsWith('/console/');

/** The endpoints of one resource; the generator finds a contract by what this marks. */
export function contract<const E extends Record<string, { method: Method; path: string }>>(endpoints: E): E {
  contracts.add(endpoints);
  return endpoints;
}

const contracts = new WeakSet<object>();
export const isContract = (value: unknown): value is Record<string, AnyEndpoint> =>
  typeof value === 'object' && value !== null && contracts.has(value);

// biome-ignore format: one line reads better than three
export type InputOf<E> = E extends EndpointSpec<infer P, infer Q, infer B, infer _D> ? EndpointInput<P, Q, B> : never;
export type DataOf<E> = E extends { data: infer D extends z.ZodType } ? z.output<D> : never;
export type BodyOf<E> = E extends { body?: infer B } ? (B extends z.ZodType ? z.input<B> : undefined) : undefined;
export type QueryOf<E> = E extends { query?: infer Q } ? (Q extends z.ZodType ? z.input<Q> : undefined) : undefined;
