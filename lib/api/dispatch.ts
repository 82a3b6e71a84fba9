import { admitKey } from '@/lib/auth/keys/key-principal';
import { anonymous, type Principal } from '@/lib/auth/principal';
import { currentCaller } from '@/lib/auth/still-allowed';
import { isStoreDown } from '@/lib/db/dialect';
import { type Translator, translator } from '@/lib/i18n/translate';
import type { Runtime } from '@/lib/runtime/runtime';
import { cut } from '@/lib/text/well-formed';
import { authorise, authoriseInput } from './authorise';
import { withBody } from './body';
import type { ApiCall, ApiReply } from './call';
import { checkBody, recordedBody } from './check-body';
import { contextOf } from './context';
import type { AnyEndpoint } from './endpoint';
import { AppError, notFound } from './errors';
import { type Exchange, openExchange } from './exchange';
import { ID } from './fields';
import { handle } from './handle';
import { type Match, match } from './match';
import { mountOf } from './mount';
import { queryOf } from './parse';
import { atStart, type Progress } from './progress';
import { observe, recordKeyCall, recordRefusal } from './records';
import { errorCode } from './registry';
import { asAppError, errorReply } from './reply';
import { unregistered } from './unregistered';

/**
 * Answers one request of /api or /console (DESIGN 3). Never throws: whatever happens becomes an envelope.
 */
export async function dispatch(runtime: Runtime, call: ApiCall): Promise<ApiReply> {
  const started = performance.now();
  const progress = atStart();
  const exchange = await openExchange(runtime, call, progress);
  let biz_code = 0;
  const reply = await answer(exchange, progress).catch((cause: unknown) => {
    const error = asAppError(cause, isStoreDown);
    biz_code = errorCode(error.errKey);
    return refuse(exchange, progress, error, cause);
  });
  reply.headers['X-Request-Id'] = exchange.id;
  reply.headers['Content-Language'] = exchange.locale;
  recordKeyCall(exchange, progress, { status: reply.status, biz_code });
  observe(exchange, progress, reply.status, performance.now() - started);
  return reply;
}

/** A body that takes longer finds its caller looked up again; writes ask once more when they commit. */
const LATE_MS = 100;

/** The way of every request, in the order of checks of DESIGN 5. */
async function answer(exchange: Exchange, progress: Progress): Promise<ApiReply> {
  const { runtime, behalf, call, oem, now } = exchange;
  const mount = mountOf(call);
  mount.guard(call);
  const identify = async () => {
    const sender = await mount.identify(exchange);
    progress.sender = sender;
    await admitKey(runtime, sender, { oem_id: oem.oem_id, peer: call.peer, now });
    return sender;
  };

  const found = match(call.method, mount.path(call.path));
  if (!found || 'allow' in found) {
    if (isWrite(call.method)) {
      progress.route = unregistered;
      progress.principal = await identify().catch(callerOf);
    }
    throw unservedError(found);
  }
  const { route, params } = found;
  const { endpoint } = route;
  progress.route = route;
  progress.params = params;

  if (endpoint.permission !== 'public') progress.principal = await identify();
  progress.permission = authorise(progress.principal, endpoint, params);
  if (!Object.values(params).every((id) => ID.test(id)))
    throw endpoint.unknown ? new AppError(endpoint.unknown) : notFound();

  const t = translator(exchange.locale);
  const query = endpoint.query ? queryOf(endpoint.query, call.search, t) : undefined;
  const asked = performance.now();
  return withBody(runtime.queues, { call, endpoint, behalf }, async ({ json, bytes, isOther, release }) => {
    if (performance.now() - asked > LATE_MS) {
      const caller = await sameCaller(runtime, progress.principal);
      progress.permission = authorise(caller, endpoint, params);
      progress.principal = caller;
    }
    const pause = behalf.slices();
    const { body, ignored } = await bodyOf(progress, endpoint, json, { t, pause });
    progress.params = { ...(await recordedBody(endpoint, body, pause)), ...params };
    const input = { params, query, body };
    progress.permission ||= authoriseInput(progress.principal, endpoint, input);

    const { principal } = progress;
    const ctx = contextOf(exchange, { route, principal, params: progress.params, bytes, isOther, release });
    const headers = ignoredHeader(ignored);
    return () => handle(ctx, input, { method: call.method, headers });
  });
}

/** The body as its contract reads it. Throws as `checkBody` does, and then what was given is on the record. */
async function bodyOf(
  progress: Progress,
  endpoint: AnyEndpoint,
  json: unknown,
  { t, pause }: { t: Translator; pause: () => Promise<void> },
) {
  try {
    return await checkBody(endpoint, json, t, pause);
  } catch (error) {
    progress.params = { ...(await recordedBody(endpoint, json, pause)), ...progress.params };
    throw error;
  }
}

const isWrite = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** Who was not let in, where that is known. */
const callerOf = (error: unknown) => (error instanceof AppError && error.details.caller) || anonymous;

/** The error for a path or method that no endpoint serves. */
function unservedError(found: Exclude<Match, { route: unknown }>): AppError {
  if (!found) return new AppError('err.request.no_route');
  const methods = [...found.allow, ...(found.allow.includes('GET') ? ['HEAD'] : [])];
  return new AppError('err.request.method', { headers: { Allow: methods.sort().join(', ') } });
}

/** The caller with what they may do now that their body is there. Throws 401 where they may not call any more. */
async function sameCaller({ store }: Runtime, principal: Principal): Promise<Principal> {
  const caller = await currentCaller(store.read, principal);
  if (!caller) throw new AppError('err.auth.required');
  return caller;
}

/** Characters of an ignored field that are named, and of the whole header: a proxy takes some kilobytes of them for a broken server. */
const MOST_NAMED = 60;
const MOST_IGNORED = 2_048;

/** Names what a body held and its contract does not know (DESIGN 5, Unknown body fields), as far as there is room. */
function ignoredHeader(ignored: readonly string[]): Record<string, string> {
  const names: string[] = [];
  let length = 0;
  for (const name of ignored.map((path) => encodeURIComponent(cut(path, MOST_NAMED)))) {
    length += name.length + 2;
    if (length <= MOST_IGNORED) names.push(name);
  }
  return names.length > 0 ? { 'X-Ignored-Fields': names.join(', ') } : {};
}

/** The reply of an error, whose `cause` is another one where it is ours. */
async function refuse(
  exchange: Exchange,
  progress: Readonly<Progress>,
  error: AppError,
  cause: unknown,
): Promise<ApiReply> {
  const { log } = exchange.runtime;
  if (error !== cause)
    log.error({ err: cause, request_id: exchange.id, route: progress.route?.name }, 'request failed');
  await recordRefusal(exchange, progress, error).catch((err: unknown) => {
    log.error({ err, request_id: exchange.id }, 'a refusal could not be recorded');
  });
  return errorReply(error, translator(exchange.locale));
}
