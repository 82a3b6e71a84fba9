import { type Principal, scopeOf } from '@/lib/auth/principal';
import type { Db } from '@/lib/db/store';
import type { Locale } from '@/lib/i18n/locales';
import type { Behalf } from '@/lib/queues/behalf';
import type { ServiceRuntime } from '@/lib/runtime/runtime';
import type { Oem } from '@/lib/tenancy/oem';
import type { Scope } from '@/lib/tenancy/scope';
import { cut } from '@/lib/text/well-formed';
import type { ApiCall } from './call';
import type { Exchange } from './exchange';
import type { Route } from './registry';

/** One request, as every handler and service sees it. */
export type Ctx = Readonly<{
  /** Its store is asked on the caller's behalf. */
  runtime: ServiceRuntime;
  behalf: Behalf;
  /** Reads of committed data; writes go through `change`. */
  db: Db;
  principal: Principal;
  scope: Scope;
  oem: Oem;
  locale: Locale;
  route: Route;
  /** Wall clock at the start of the request, Unix milliseconds. */
  now: number;
  request: Readonly<{
    id: string;
    /** Address of the true peer. */
    peer: string;
    host: string;
    /** Whether the client speaks https, as far as trusted hops tell. */
    secure: boolean;
    user_agent: string;
    /** HEAD, too, where the route is one of GET. */
    method: string;
    /** A header as it was sent, for what HTTP itself says in headers, such as which part of a file is asked for. */
    header: ApiCall['header'];
    /** Aborted when the caller hung up; who never asks has nobody listen for it. */
    signal: () => AbortSignal | undefined;
    /** The body, where the contract describes it under `bytes`. */
    bytes?: Uint8Array;
    /** Gives the memory of that body back before the answer, so that it keeps no room from others. */
    release?: () => void;
    /** Whether that body is of the other media type that the endpoint takes. */
    isOther?: boolean;
    /** Parsed body and path parameters, for the audit row. */
    params: Readonly<Record<string, unknown>>;
  }>;
}>;

const CONTROL = /\p{Cc}/gu;

/** What the caller calls itself, at most 255 characters (spec section 8). */
export const userAgentOf = (call: ApiCall) => cut((call.header('user-agent') ?? '').replace(CONTROL, ' '), 255);

/** The context of a request that reached a route. */
export function contextOf(
  { runtime, behalf, call, id, now, locale, oem }: Exchange,
  {
    route,
    principal,
    params,
    bytes,
    isOther,
    release,
  }: Pick<Ctx, 'route' | 'principal'> & Pick<Ctx['request'], 'params' | 'bytes' | 'isOther' | 'release'>,
): Ctx {
  return {
    runtime,
    behalf,
    db: runtime.store.read,
    principal,
    scope: scopeOf(principal),
    oem,
    locale,
    route,
    now,
    request: {
      id,
      peer: call.peer,
      host: call.host,
      secure: call.secure,
      user_agent: userAgentOf(call),
      method: call.method,
      header: (name) => call.header(name),
      signal: () => call.signal?.(),
      params,
      bytes,
      isOther,
      release,
    },
  };
}
