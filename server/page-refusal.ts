import type { IncomingMessage } from 'node:http';
import type { ApiReply } from '@/lib/api/call';
import type { AppError } from '@/lib/api/errors';
import { asAppError, errorReply } from '@/lib/api/reply';
import { currentSession } from '@/lib/auth/session/console-session';
import { isStoreDown } from '@/lib/db/dialect';
import { fromAcceptLanguage } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translate';
import type { Runtime } from '@/lib/runtime/runtime';
import type { Peer } from './peer';

/** Throws err.unavailable where nobody can say who asks for a page: Next would answer 500 without a word. */
export async function requireSessionStore(runtime: Runtime, request: IncomingMessage, peer: Peer): Promise<void> {
  try {
    await currentSession(runtime, { cookies: request.headers.cookie, host: peer.host, secure: peer.secure });
  } catch (error) {
    throw asAppError(error, isStoreDown);
  }
}

/** Seconds after which a browser asks again by itself. */
const AGAIN_S = 5;

/** The answer in the place of a page: to a browser one that can be read and tries again, to all others the envelope. */
export function pageRefusal(request: IncomingMessage, error: AppError): ApiReply {
  const locale = fromAcceptLanguage(request.headers['accept-language']);
  const t = translator(locale);
  const reply = errorReply(error, t);
  if (reply.status !== 503 || !/\btext\/html\b/.test(request.headers.accept ?? '')) return reply;
  const body = `<!DOCTYPE html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${t('errors.page.title')}</title></head>
<body style="font:15px/1.6 system-ui,sans-serif;max-width:32rem;margin:20vh auto 0;padding:0 1rem">
<h1 style="font-size:20px;margin:0 0 .25rem">${t('errors.page.title')}</h1>
<p style="margin:0">${t('errors.page.text', { seconds: AGAIN_S })}</p></body></html>
`;
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Language': locale, Refresh: String(AGAIN_S) };
  return { status: reply.status, headers: { ...reply.headers, ...headers }, body };
}
