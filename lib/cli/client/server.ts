import { setTimeout as sleep } from 'node:timers/promises';
import { timeLimit } from '@/lib/runtime/time-limit';
import { EXIT, exitOf, Failure } from './failure';
import { valuesBeside, visible } from './output';
import type { Language, Say } from './texts';

export type Target = {
  url: string;
  key: string | undefined;
  timeoutS: number;
  language: Language;
  say: Say;
  /** Ends a request that is under way. */
  signal?: AbortSignal;
};
type Envelope = {
  code: number;
  message: string;
  err_key?: string;
  data?: { category?: string; field?: string; valid_values?: unknown[] } | null;
};

/** How often a read is tried again where the server asks for a pause, and the longest pause. */
const TRIES = 3;
const PAUSE_S = 60;
/** Characters of an envelope; lists have at most 100 rows. */
const MOST = 64 * 1024 * 1024;

const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$|\.localhost$/.test(host);

/** The server's address without a slash at its end. */
export function addressOf(text: string, say: Say): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Failure(EXIT.usage, say('bad_server'));
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

export const isExposed = (url: string) => url.startsWith('http:') && !isLoopback(new URL(url).hostname);

/**
 * Sends one request; where the server says Retry-After, one that `waits` is sent again, as every read is. Redirects are not
 * followed.
 */
export async function send(
  target: Target,
  method: string,
  path: string,
  body?: unknown,
  waits = method === 'GET',
): Promise<Response> {
  for (let tried = 1; ; tried++) {
    const response = await sendOnce(target, method, path, body);
    const pauseS = Number(response.headers.get('retry-after') ?? Number.NaN);
    if (response.status !== 429 || !waits || tried === TRIES || !(pauseS <= PAUSE_S)) return response;
    await response.body?.cancel();
    await sleep(pauseS * 1000);
  }
}

/** What becomes of an answer that does not come, or breaks off. */
export const unanswered =
  ({ timeoutS, say }: Target) =>
  (error: Error & { cause?: { code?: string } }): never => {
    if (error.name === 'TimeoutError') throw new Failure(EXIT.network, say('too_long', { name: String(timeoutS) }));
    throw new Failure(EXIT.network, say('network', { name: error.cause?.code ?? visible(error.message) }));
  };

async function sendOnce(target: Target, method: string, path: string, body: unknown) {
  const { url, key, timeoutS, language, say, signal } = target;
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    signal: timeLimit(timeoutS * 1000, signal),
    headers: {
      'Accept-Language': language === 'zh' ? 'zh-CN' : 'en-US',
      ...(key === undefined ? {} : { Authorization: `ApiKey ${key}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(unanswered(target));
  if (response.status >= 300 && response.status < 400) throw new Failure(EXIT.network, say('redirect'));
  return response;
}

/** All of an answer. */
export const textOf = (target: Target, response: Response): Promise<string> =>
  response.text().catch(unanswered(target));

/** The envelope's data; an error becomes the failure that its category says. */
export async function dataOf(target: Target, response: Response): Promise<unknown> {
  const { say } = target;
  const text = await textOf(target, response);
  const envelope = text.length > MOST ? undefined : envelopeOf(text);
  if (!envelope)
    throw new Failure(exitOf(response.status, undefined), say('not_parapet', { name: String(response.status) }));
  if (response.ok && envelope.code === 0) return envelope.data;
  const { category, field, valid_values } = envelope.data ?? {};
  const said = visible(envelope.message);
  const values = valuesBeside(said, valid_values);
  // A message about the request as a whole names the field itself, in Chinese before a colon of its own.
  const isNamed = [': ', '：'].some((colon) => said.startsWith(`${visible(field ?? '')}${colon}`));
  const named = field && !isNamed ? `${visible(field)}: ${said}` : said;
  const message = values === '' ? named : `${named} (${say('valid', { name: values })})`;
  throw new Failure(exitOf(response.status, category), message, envelope.err_key);
}

/** Which error an answer is; undefined of none. */
export const errKeyOf = async (response: Response) => envelopeOf(await response.text())?.err_key;

function envelopeOf(text: string): Envelope | undefined {
  try {
    const value = JSON.parse(text) as Envelope;
    return typeof value.code === 'number' && typeof value.message === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
