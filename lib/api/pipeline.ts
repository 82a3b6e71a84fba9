import { recorded } from '@/lib/audit/redact';
import type { Principal } from '@/lib/auth/principal';
import { anonymous, scopeOf } from '@/lib/auth/principal';
import { currentCaller } from '@/lib/auth/still-allowed';
import type { Locale } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translate';
import type { Runtime } from '@/lib/runtime/runtime';
import type { Oem } from '@/lib/tenancy/oem';
import { cut } from '@/lib/text/well-formed';
import { authorise, authoriseInput } from './authorise';
import type { ApiCall, ApiReply } from './call';
import type { Ctx } from './context';
import { type AnyEndpoint, DEFAULT_BODY_LIMIT } from './endpoint';
import { nothing, type StreamReply } from './envelope';
import { AppError, notFound } from './errors';
import { parseJson } from './json';
import { isId, match } from './match';
import { ignoredFields, parseQuery, parseWith } from './parse';
import type { Route } from './registry';
import { streamReply, successReply } from './reply';

/** A body that takes longer finds its caller looked up again; writes ask once more when they commit. */
const LATE_MS = 100;

/** One request on its way; filled in step by step, so that a failure knows how far it came. */
export type Passage = {
  runtime: Runtime;
  call: ApiCall;
  id: string;
  now: number;
  locale: Locale;
  oem: Oem;
  principal: Principal;
  /** Who called with an API key, also where the call was refused after that was known. */
  keyHolder?: Principal;
  route?: Route;
  /** Of path and body, what the endpoint knows, without secrets: for the audit log. */
  params: Record<string, unknown>;
  /** The body, where the contract leaves it to the handler. */
  bytes?: Uint8Array;
  /** The permission that let the caller in; empty where none did. */
  permission: string;
  /** Code of the error answered; 0 for success. */
  biz_code: number;
};

/** The way of a request, in the order of checks of DESIGN 5. */
export async function answerEndpoint(
  passage: Passage,
  path: string,
  identify: () => Promise<Principal>,
): Promise<ApiReply> {
  const { call } = passage;
  const found = match(call.method, path);
  if (!found) return refuseUnknown(passage, identify, new AppError('err.request.no_route'));
  if ('allow' in found) {
    const headers = { Allow: allowHeader(found.allow) };
    return refuseUnknown(passage, identify, new AppError('err.request.method', { headers }));
  }
  const { route, params } = found;
  const { endpoint } = route;
  passage.route = route;
  passage.params = params;

  if (endpoint.permission !== 'public') passage.principal = await identify();
  passage.permission = authorise(passage.principal, endpoint, params);
  if (!Object.values(params).every(isId)) throw endpoint.unknown ? new AppError(endpoint.unknown) : notFound();

  const t = translator(passage.locale);
  const query = endpoint.query ? parseWith(endpoint.query, parseQuery(call.search), t) : undefined;
  const asked = performance.now();
  if (endpoint.bytes) passage.bytes = await readBytes(passage, endpoint.bodyOptional, endpoint.maxBody);
  const given = endpoint.body ? await readBody(passage, endpoint.bodyOptional, endpoint.maxBody) : undefined;
  if (performance.now() - asked > LATE_MS) await identifyAgain(passage, endpoint, params);
  passage.params = { ...recorded(endpoint.body, given), ...params };
  const body = endpoint.body ? parseWith(endpoint.body, given, t, endpoint.fieldErrors) : undefined;
  passage.params = { ...recorded(endpoint.body, body), ...params };
  const input = { params, query, body };
  passage.permission ||= authoriseInput(passage.principal, endpoint, input);

  const handlers = await route.handlers();
  const handler = handlers[route.key];
  if (!handler) throw new Error(`${route.name} has no handler`);
  const data = await handler(contextOf(passage, route), input as never);
  if (isStream(data)) return streamReply(data);
  if (passage.runtime.checkAnswers) checkAnswer(route, data);
  const ignored = given === undefined ? [] : ignoredFields(given, body);
  return successReply(
    endpoint.status ?? 200,
    data,
    ignored.length > 0 ? { 'X-Ignored-Fields': ignored.map(encodeURIComponent).join(', ') } : {},
  );
}

/** The same caller with what they may do now that their body is there. Throws as `authorise` does, 401 where they may not call. */
async function identifyAgain(passage: Passage, endpoint: AnyEndpoint, params: Record<string, string>): Promise<void> {
  const caller = await currentCaller(passage.runtime.store.read, passage.principal);
  if (!caller) throw new AppError('err.auth.required');
  passage.permission = authorise(caller, endpoint, params);
  passage.principal = caller;
}

function allowHeader(methods: readonly string[]): string {
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
}

export function contextOf(passage: Passage, route: Route): Ctx {
  const { runtime, principal, oem, locale, now, id, call, params } = passage;
  return {
    runtime,
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
      user_agent: userAgentOf(call),
      // Who waits for nothing scarce never asks, and then nobody listens for it.
      get signal() {
        return call.signal;
      },
      params,
      bytes: passage.bytes,
    },
  };
}

const CONTROL = /\p{Cc}/gu;

/** What the caller calls itself, at most 255 characters (spec section 8). */
export const userAgentOf = (call: ApiCall) => cut((call.header('user-agent') ?? '').replace(CONTROL, ' '), 255);

async function readBody(passage: Passage, optional?: true, limit?: number): Promise<unknown> {
  const bytes = await readBytes(passage, optional, limit);
  return bytes.length === 0 ? {} : parseJson(bytes);
}

/** A body that says it is JSON; empty only where it is optional. */
async function readBytes(passage: Passage, optional?: true, limit = DEFAULT_BODY_LIMIT): Promise<Uint8Array> {
  const { call } = passage;
  const type = call.header('content-type');
  if (/^multipart\//i.test(type ?? '')) throw new AppError('err.request.multipart');
  if (type !== undefined && !/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    throw new AppError('err.request.media_type', { valid_values: ['application/json'] });
  }
  const encoding = call.header('content-encoding');
  if (encoding !== undefined && encoding !== 'identity') throw new AppError('err.request.media_type');
  const bytes = await call.body(limit);
  if (bytes.length === 0) {
    if (optional) return bytes;
    throw new AppError('err.request.body_missing');
  }
  if (type === undefined) throw new AppError('err.request.media_type', { valid_values: ['application/json'] });
  return bytes;
}

function isStream(data: unknown): data is StreamReply {
  return typeof data === 'object' && data !== null && 'chunks' in data;
}

/** Outside production an answer that is not exactly what its contract says fails loudly. */
function checkAnswer(route: Route, data: unknown): void {
  const result = route.endpoint.data.safeParse(data);
  if (!result.success) throw new Error(`${route.name} answers against its contract: ${result.error.message}`);
  const extra = ignoredFields(data, result.data);
  if (extra.length > 0) throw new Error(`${route.name} answers more than its contract: ${extra.join(', ')}`);
}

/** Unknown path or method: a write by somebody signed in is recorded (spec 2.16). */
async function refuseUnknown(passage: Passage, identify: () => Promise<Principal>, refusal: AppError): Promise<never> {
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(passage.call.method);
  if (isWrite) {
    passage.principal = await identify().catch(callerOf);
    passage.route = unregistered;
  }
  throw refusal;
}

/** Who was not let in, where that is known. */
const callerOf = (error: unknown) => (error instanceof AppError && error.details.caller) || anonymous;

export const unregistered: Route = {
  name: 'unregistered',
  key: 'unregistered',
  folder: '',
  action: 'unregistered.business_operation',
  handlers: async () => ({}),
  endpoint: {
    method: 'POST',
    path: '(unregistered)',
    permission: 'session',
    summary: 'Call a path that does not exist',
    data: nothing,
    audit: { resource: 'route' },
  },
};
