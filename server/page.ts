import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '@/lib/config/env';
import { networkOf } from '@/lib/queues/owner';
import type { Queues } from '@/lib/queues/queues';
import type { Peer } from './peer';
import { cachingOf } from './public-files';
import type { Target } from './target';

/** Renders everything that is not the API. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** So long a page has its turn at most; what takes longer waits for its reader. */
const TURN_MS = 1_000;

function contentPolicy(nonce: string, development: boolean): string {
  const script = `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`;
  const style = development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`;
  return [
    "default-src 'self'",
    script,
    style,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Sets what every page and file says to the browser that shows it. */
export function describePage(
  { NODE_ENV }: Pick<Config, 'NODE_ENV'>,
  request: IncomingMessage,
  response: ServerResponse,
  { peer, target }: { peer: Peer; target: Target },
): void {
  const policy = contentPolicy(randomBytes(16).toString('base64'), NODE_ENV === 'development');
  // Next reads the nonce for its own scripts from the request's policy.
  request.headers['content-security-policy'] = policy;
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
  if (peer.secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
  const caching = cachingOf(target.path);
  if (caching) response.setHeader('Cache-Control', caching);
}

type Asked = { request: IncomingMessage; response: ServerResponse; peer: Peer; signal?: () => AbortSignal };

/**
 * Has a page rendered, some 10 to 30 ms of the thread that answers, when it is the address's turn. Rejects with
 * err.request.too_many_waiting or err.busy where there is no room to wait, and err.request.timeout for whoever hung up.
 */
export async function servePage(
  queues: Pick<Queues, 'pages' | 'turns'>,
  pages: PageHandler,
  { request, response, peer, signal }: Asked,
): Promise<void> {
  const owner = { oem_id: '', account: '', address: networkOf(peer.address) };
  let rendered: Promise<void> | undefined;
  const render = async () => {
    request.headers['x-parapet-path'] = request.url;
    request.headers['x-parapet-sender'] = owner.address;
    // Once begun it stops for nobody, so what others have under way is done before.
    await queues.turns.giveWay(owner.address);
    if (response.closed) return;
    const isOver = new AbortController();
    rendered = pages(request, response).finally(() => isOver.abort());
    await Promise.race([rendered, pause(TURN_MS, undefined, { signal: isOver.signal })]).catch(() => undefined);
  };
  await queues.pages.run(owner, render, signal?.());
  await rendered;
}
