import { randomUUID } from 'node:crypto';
import { AUDIT_FAILED, appendAudit, auditEntry } from '@/lib/audit/record';
import { redact } from '@/lib/audit/redact';
import { authenticate } from '@/lib/auth/authenticate';
import { anonymous, type Principal, scopeOf } from '@/lib/auth/principal';
import { isStoreDown } from '@/lib/db/dialect';
import { fromAcceptLanguage, type Locale } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translate';
import type { Runtime } from '@/lib/runtime/runtime';
import type { Oem } from '@/lib/tenancy/oem';
import { authorise, authoriseInput } from './authorise';
import type { ApiCall, ApiReply } from './call';
import { answerConsole } from './console';
import type { Ctx } from './context';
import { nothing, type StreamReply } from './envelope';
import { AppError, notFound } from './errors';
import { parseJson } from './json';
import { isId, match } from './match';
import { ignoredFields, parseQuery, parseWith } from './parse';

import { errorCode, type Route } from './registry';
import { asAppError, errorReply, streamReply, successReply } from './reply';

const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** One request on its way; filled in step by step, so that a failure knows how far it came. */
export type Passage = {
  runtime: Runtime;
  call: ApiCall;
  id: string;
  now: number;
  locale: Locale;
  oem: Oem;
  principal: Principal;
  route?: Route;
  params: Record<string, unknown>;
};

/**
 * Answers one request of /api or /console/api (DESIGN 3). Never throws: whatever happens becomes an envelope.
 */
export async function dispatch(runtime: Runtime, call: ApiCall): Promise<ApiReply> {
  const started = performance.now();
  const passage: Passage = {
    runtime,
    call,
    id: randomUUID(),
    now: Date.now(),
    locale: fromAcceptLanguage(call.header('accept-language')),
    oem: runtime.oemOf(call.host),
    principal: anonymous,
    params: {},
  };
  const reply = await answer(passage).catch((error: unknown) => fail(passage, error));
  reply.headers['X-Request-Id'] = passage.id;
  reply.headers['Content-Language'] = passage.locale;
  observe(passage, reply.status, performance.now() - started);
  return reply;
}

function answer(passage: Passage): Promise<ApiReply> {
  const { call } = passage;
  if (call.path.startsWith('/console/')) return answerConsole(passage);
  return answerEndpoint(passage, call.path, () =>
    authenticate(passage.runtime, call.header('authorization'), passage.oem.oem_id, passage.now),
  );
}

/** The way of a request, in the order of checks of DESIGN 5. */
export async function answerEndpoint(
  passage: Passage,
  path: string,
  identify: () => Promise<Principal>,
): Promise<ApiReply> {
  const { call } = passage;
  const found = match(call.method, path);
  if (!found) return refuseUnknown(passage, identify);
  if ('allow' in found) throw new AppError('err.request.method', { headers: { Allow: allowHeader(found.allow) } });
  const { route, params } = found;
  const { endpoint } = route;
  passage.route = route;

  if (endpoint.permission !== 'public') passage.principal = await identify();
  authorise(passage.principal, endpoint, params);
  if (!Object.values(params).every(isId)) throw notFound();

  const t = translator(passage.locale);
  const query = endpoint.query ? parseWith(endpoint.query, parseQuery(call.search), t) : undefined;
  const given = endpoint.body ? await readBody(passage, endpoint.bodyOptional, endpoint.maxBody) : undefined;
  passage.params = { ...params, ...(given as object | undefined) };
  const body = endpoint.body ? parseWith(endpoint.body, given, t) : undefined;
  const input = { params, query, body };
  authoriseInput(passage.principal, endpoint, input);

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

function allowHeader(methods: readonly string[]): string {
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
}

export function contextOf(passage: Passage, route: Route): Ctx {
  const { runtime, principal, oem, locale, now, id, call, params } = passage;
  const user_agent = truncate(call.header('user-agent') ?? '', 255);
  return {
    runtime,
    db: runtime.store.read,
    principal,
    scope: scopeOf(principal),
    oem,
    locale,
    route,
    now,
    request: { id, peer: call.peer, user_agent, params },
  };
}

/** At most `max` UTF-16 units, never half a character, no control characters. */
function truncate(value: string, max: number): string {
  const clean = value.replace(/\p{Cc}/gu, ' ');
  return clean
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed();
}

async function readBody(passage: Passage, optional: true | undefined, limit = DEFAULT_BODY_LIMIT): Promise<unknown> {
  const { call } = passage;
  const type = call.header('content-type');
  if (type !== undefined && !/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    throw new AppError('err.request.media_type', { valid_values: ['application/json'] });
  }
  const encoding = call.header('content-encoding');
  if (encoding !== undefined && encoding !== 'identity') throw new AppError('err.request.media_type');
  const bytes = await call.body(limit);
  if (bytes.length === 0) {
    if (optional) return {};
    throw new AppError('err.request.body_missing');
  }
  if (type === undefined) throw new AppError('err.request.media_type', { valid_values: ['application/json'] });
  return parseJson(bytes);
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

/** Unknown path: 404; a write by somebody signed in is recorded (spec 2.16). */
async function refuseUnknown(passage: Passage, identify: () => Promise<Principal>): Promise<never> {
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(passage.call.method);
  if (isWrite) {
    passage.principal = await identify().catch(() => anonymous);
    passage.route = unregistered;
  }
  throw new AppError('err.request.no_route');
}

const unregistered: Route = {
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

async function fail(passage: Passage, cause: unknown): Promise<ApiReply> {
  const error = asAppError(cause, isStoreDown);
  const log = passage.runtime.log;
  if (error !== cause) log.error({ err: cause, request_id: passage.id, route: passage.route?.name }, 'request failed');
  const reply = errorReply(error, translator(passage.locale));
  await auditFailure(passage, error, reply.status).catch((err: unknown) => {
    log.error({ err, request_id: passage.id }, 'a refusal could not be recorded');
  });
  return reply;
}

/** A write that was refused or failed leaves a row too. Anonymous ones do not: anybody could fill the log. */
async function auditFailure(passage: Passage, error: AppError, http_status: number): Promise<void> {
  const { route, principal, runtime, call } = passage;
  const audit = route?.endpoint.audit;
  if (!route || !audit || 'none' in audit || principal.auth_mode === 'anonymous') return;
  const subject = {
    id: String(passage.params.id ?? ''),
    label: route === unregistered ? `${call.method} ${call.path.slice(0, 200)}` : '',
  };
  const detail = { changes: {}, params: redact(passage.params), field: error.details.field, err_key: error.errKey };
  const entry = auditEntry(contextOf(passage, route), subject, {
    status: AUDIT_FAILED,
    http_status,
    biz_code: errorCode(error.errKey),
    detail,
  });
  await runtime.store.transaction((tx) => appendAudit(tx, entry));
}

function observe({ runtime, call, id, route, principal }: Passage, status: number, ms: number): void {
  const labels = { method: call.method, route: route?.endpoint.path ?? 'none' };
  runtime.metrics.requests.inc({ ...labels, status });
  runtime.metrics.duration.observe(labels, ms / 1000);
  const level = status >= 500 ? 'error' : call.method === 'GET' && status < 400 ? 'debug' : 'info';
  runtime.log[level](
    {
      request_id: id,
      method: call.method,
      route: route?.endpoint.path,
      status,
      ms: Math.round(ms * 10) / 10,
      user_id: principal.user_id,
      peer: call.peer,
    },
    'request',
  );
}
