import { randomUUID } from 'node:crypto';
import { recordRefusals } from '@/lib/audit/refusal';
import { authenticate } from '@/lib/auth/authenticate';
import { admitKey } from '@/lib/auth/keys/key-principal';
import { anonymous, type Principal } from '@/lib/auth/principal';
import { isStoreDown } from '@/lib/db/dialect';
import { fromAcceptLanguage } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translate';
import type { Runtime } from '@/lib/runtime/runtime';
import { cut } from '@/lib/text/well-formed';
import type { ApiCall, ApiReply } from './call';
import { answerConsole } from './console';
import type { AppError } from './errors';
import { answerEndpoint, contextOf, type Passage, unregistered, userAgentOf } from './pipeline';
import { errorCode, type Route } from './registry';
import { asAppError, errorReply } from './reply';

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
    permission: '',
    biz_code: 0,
  };
  const reply = await answer(passage).catch((error: unknown) => fail(passage, error));
  reply.headers['X-Request-Id'] = passage.id;
  reply.headers['Content-Language'] = passage.locale;
  recordKeyCall(passage, reply.status);
  observe(passage, reply.status, performance.now() - started);
  return reply;
}

function answer(passage: Passage): Promise<ApiReply> {
  const { call } = passage;
  if (call.path.startsWith('/console/')) return answerConsole(passage);
  return answerEndpoint(passage, call.path, () => identify(passage));
}

async function identify(passage: Passage): Promise<Principal> {
  const { runtime, call, now } = passage;
  const { oem_id } = passage.oem;
  const principal = await authenticate(runtime, call.header('authorization'), oem_id, now);
  if (principal.key) {
    passage.keyHolder = principal;
    await admitKey(runtime, principal, { oem_id, peer: call.peer, now });
  }
  return principal;
}

/** A call made with a key goes to its log, whatever became of it; the answer does not wait for that (spec 2.2). */
function recordKeyCall(passage: Passage, status_code: number): void {
  const { runtime, call, keyHolder, now, biz_code, permission } = passage;
  if (!keyHolder?.key) return;
  runtime.keyCalls.add({
    event_type: 'call',
    key_id: keyHolder.key.key_id,
    user_id: keyHolder.user_id,
    oem_id: keyHolder.oem_id,
    auth_mode: keyHolder.auth_mode,
    action: `${call.method} ${cut(call.path, 500)}`,
    status_code,
    biz_code,
    client_ip: call.peer,
    user_agent: userAgentOf(call),
    permission,
    extra: '{}',
    ctime: now,
  });
}

async function fail(passage: Passage, cause: unknown): Promise<ApiReply> {
  const error = asAppError(cause, isStoreDown);
  passage.biz_code = errorCode(error.errKey);
  const log = passage.runtime.log;
  if (error !== cause) log.error({ err: cause, request_id: passage.id, route: passage.route?.name }, 'request failed');
  const reply = errorReply(error, translator(passage.locale));
  await auditFailure(passage, error).catch((err: unknown) => {
    log.error({ err, request_id: passage.id }, 'a refusal could not be recorded');
  });
  return reply;
}

/** Id of what a write would have changed: of what it would have created there is none, and its parent is somebody else. */
function objectIn({ endpoint }: Route, object = 'id', params: Readonly<Record<string, unknown>>): string {
  const isNamed = endpoint.status !== 201 && endpoint.path.includes(`{${object}}`);
  return isNamed ? String(params[object] ?? '') : '';
}

/** A write that was refused or failed leaves a row too. Anonymous ones do not: anybody could fill the log. */
async function auditFailure(passage: Passage, error: AppError): Promise<void> {
  const { route, call, params } = passage;
  const principal = error.details.caller ?? passage.principal;
  const audit = route?.endpoint.audit;
  if (!route || !audit || 'none' in audit || principal.auth_mode === 'anonymous') return;
  if (audit.summed && principal.auth_mode !== 'session') return;
  const id = objectIn(route, audit.object, params);
  const label = route === unregistered ? `${call.method} ${cut(call.path, 200)}` : '';
  await recordRefusals(contextOf({ ...passage, principal }, route), [{ id, label, error, params }]);
}

function observe({ runtime, call, id, route, principal }: Passage, status: number, ms: number): void {
  runtime.metrics.answered(call.method, route?.endpoint.path ?? 'none', status, ms / 1000);
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
