import { recordRefusals } from '@/lib/audit/refusal';
import { cut } from '@/lib/text/well-formed';
import { contextOf, userAgentOf } from './context';
import type { AppError } from './errors';
import type { Exchange } from './exchange';
import type { Progress } from './progress';
import type { Route } from './registry';
import { unregistered } from './unregistered';

/** What became of a request. */
type Outcome = {
  status: number;
  /** Code of the error answered; 0 for success. */
  biz_code: number;
};

/** A call made with a key goes to its log, whatever became of it; the answer does not wait for that (spec 2.2). */
export function recordKeyCall(
  { runtime, call, now }: Exchange,
  { sender, permission }: Readonly<Progress>,
  { status, biz_code }: Outcome,
): void {
  if (!sender?.key) return;
  runtime.keyCalls.add({
    event_type: 'call',
    key_id: sender.key.key_id,
    user_id: sender.user_id,
    oem_id: sender.oem_id,
    auth_mode: sender.auth_mode,
    action: `${call.method} ${cut(call.path, 500)}`,
    status_code: status,
    biz_code,
    client_ip: call.peer,
    user_agent: userAgentOf(call),
    permission,
    extra: '{}',
    ctime: now,
  });
}

/** A write that was refused or failed leaves a row too. Anonymous ones do not: anybody could fill the log. */
export async function recordRefusal(exchange: Exchange, progress: Readonly<Progress>, error: AppError): Promise<void> {
  const { route, params } = progress;
  const { call } = exchange;
  const principal = error.details.caller ?? progress.principal;
  const audit = route?.endpoint.audit;
  if (!route || !audit || 'none' in audit || principal.auth_mode === 'anonymous') return;
  if (audit.summed && principal.auth_mode !== 'session') return;
  const id = objectIn(route, audit.object, params);
  const label = route === unregistered ? `${call.method} ${cut(call.path, 200)}` : '';
  await recordRefusals(contextOf(exchange, { route, principal, params }), [{ id, label, error, params }]);
}

/** Id of what a write would have changed: of what it would have created there is none, and its parent is somebody else. */
function objectIn({ endpoint }: Route, object = 'id', params: Readonly<Record<string, unknown>>): string {
  const isNamed = endpoint.status !== 201 && endpoint.path.includes(`{${object}}`);
  return isNamed ? String(params[object] ?? '') : '';
}

/** Metrics and the line of the log; `ms`: how long the answer took. */
export function observe(
  { runtime, call, id }: Exchange,
  { route, principal }: Readonly<Progress>,
  status: number,
  ms: number,
): void {
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
