import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { ApiCall, ApiReply } from '@/lib/api/call';
import { openApiDocument } from '@/lib/api/openapi/document';
import { tokenHash } from '@/lib/auth/tokens';
import { fromAcceptLanguage, type Locale } from '@/lib/i18n/locales';
import type { Runtime } from '@/lib/runtime/runtime';
import { takesWrites } from './disk';
import { securityTxt } from './security-txt';

const isRead = ({ method }: ApiCall) => method === 'GET' || method === 'HEAD';

/** Whether the process answers at all; undefined for any other path. */
export const answerLiveness = (call: ApiCall): ApiReply | undefined =>
  call.path === '/healthz' && isRead(call) ? text(200, 'ok') : undefined;

/** Other paths for operators, outside the API (DESIGN 1); undefined for any other path. Some cost as much as a request of the API. */
export async function answerOperations(
  runtime: Runtime,
  call: ApiCall,
  isForwarded: boolean,
): Promise<ApiReply | undefined> {
  if (!isRead(call)) return undefined;
  switch (call.path) {
    case '/readyz':
      return (await isReady(runtime)) ? text(200, 'ready') : text(503, 'not ready');
    case '/metrics':
      if (!mayReadMetrics(runtime, call, isForwarded))
        return text(403, 'metrics answer on loopback, or with METRICS_TOKEN');
      return text(200, await runtime.metrics.registry.metrics(), runtime.metrics.registry.contentType);
    case '/openapi.json':
      return described(fromAcceptLanguage(call.header('accept-language')));
    case '/.well-known/security.txt':
      return text(200, securityTxt(call.host, runtime.config.SECURITY_CONTACT, Date.now()));
    default:
      return undefined;
  }
}

/** What the API is, in the language asked for. */
async function described(locale: Locale): Promise<ApiReply> {
  const reply = text(200, await openApiDocument(locale), 'application/json; charset=utf-8');
  return { ...reply, headers: { ...reply.headers, 'Content-Language': locale, Vary: 'Accept-Language' } };
}

function text(status: number, body: string | Buffer, type = 'text/plain; charset=utf-8'): ApiReply {
  return {
    status,
    headers: { 'Content-Type': type, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
    body,
  };
}

/** One attempt answers all who ask within so much time: each waits for store and disk, and anybody may ask. */
const VALID_MS = 100;

const attempts = new WeakMap<Runtime, { at: number; outcome: Promise<boolean> }>();

/** Ready means that a write would be accepted, and that there is no end in sight. */
async function isReady(runtime: Runtime): Promise<boolean> {
  if (runtime.ending.signal.aborted) return false;
  const latest = attempts.get(runtime);
  if (latest && performance.now() - latest.at < VALID_MS) return latest.outcome;
  const outcome = takesAllWrites(runtime);
  attempts.set(runtime, { at: performance.now(), outcome });
  return outcome;
}

/** Whether a transaction commits and the disk has room. */
async function takesAllWrites(runtime: Runtime): Promise<boolean> {
  try {
    await runtime.store.transaction((tx) => sql`select 1`.execute(tx));
    // While ClickHouse is away, batches wait for it, and nothing else needs it.
    if (!runtime.config.CLICKHOUSE_URL) await runtime.analytics.store.query('select 1');
    // Events go there, or wait there for their engine, and so does the configuration unless it is in PostgreSQL.
    await takesWrites(runtime.config.DATA_DIR);
    return true;
  } catch {
    return false;
  }
}

/** On loopback only who came without a proxy: the proxy may be on this machine and its client anywhere. */
function mayReadMetrics(runtime: Runtime, call: ApiCall, isForwarded: boolean): boolean {
  if (!isForwarded && (call.peer === '::1' || call.peer.startsWith('127.'))) return true;
  const { METRICS_TOKEN } = runtime.config;
  if (METRICS_TOKEN === undefined) return false;
  const given = /^Bearer (\S+)$/i.exec(call.header('authorization') ?? '')?.[1] ?? '';
  return timingSafeEqual(Buffer.from(tokenHash(given)), Buffer.from(tokenHash(METRICS_TOKEN)));
}
