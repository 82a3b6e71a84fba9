import type { Principal } from '@/lib/auth/principal';
import type { Db } from '@/lib/db/store';
import type { Locale } from '@/lib/i18n/locales';
import type { Runtime } from '@/lib/runtime/runtime';
import type { Oem } from '@/lib/tenancy/oem';
import type { Scope } from '@/lib/tenancy/scope';
import type { Route } from './registry';

/** One request, as every handler and service sees it. */
export type Ctx = Readonly<{
  runtime: Runtime;
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
    user_agent: string;
    /** Aborted when the caller hung up. */
    signal: AbortSignal | undefined;
    /** The body, where the contract describes it under `bytes`. */
    bytes?: Uint8Array;
    /** Parsed body and path parameters, for the audit row. */
    params: Readonly<Record<string, unknown>>;
  }>;
}>;
