import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { dispatch } from '@/lib/api/dispatch';
import { AppError } from '@/lib/api/errors';
import { errorReply } from '@/lib/api/reply';
import { fromAcceptLanguage } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translate';
import type { Runtime } from '@/lib/runtime/runtime';
import { answerOperations } from './operations';
import { identifyPeer, type Peer } from './peer';
import { hasRepeated, isHost, parseTarget, type Target } from './target';
import { sendReply, toCall } from './transport';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Renders everything that is not the API. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Refuses what a router behind could read differently, then hands on to the API, the operations paths or the pages. */
async function handle(runtime: Runtime, pages: PageHandler, request: IncomingMessage, response: ServerResponse) {
  const repeated = hasRepeated(request, ['authorization', 'host', 'content-length', 'content-type']);
  const peer = identifyPeer(request, runtime.config.TRUSTED_PROXIES);
  const target = parseTarget(request.url ?? '');
  if (!target || repeated || !isHost(peer.host))
    return refuse(request, response, new AppError('err.request.malformed'));
  if (!METHODS.has(request.method ?? ''))
    return refuse(request, response, methodRefused('GET, HEAD, POST, PUT, PATCH, DELETE'));

  if (isApi(target.path))
    return sendReply(request, response, await dispatch(runtime, toCall(request, response, target, peer)));
  const operations = await answerOperations(runtime, toCall(request, response, target, peer));
  if (operations) return sendReply(request, response, operations);
  return servePage(runtime, pages, request, response, peer, target);
}

function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/') || path === '/console/session' || path.startsWith('/console/api/');
}

const methodRefused = (allow: string) => new AppError('err.request.method', { headers: { Allow: allow } });

function refuse(request: IncomingMessage, response: ServerResponse, error: AppError): Promise<void> {
  return sendReply(
    request,
    response,
    errorReply(error, translator(fromAcceptLanguage(request.headers['accept-language']))),
  );
}

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

async function servePage(
  runtime: Runtime,
  pages: PageHandler,
  request: IncomingMessage,
  response: ServerResponse,
  peer: Peer,
  target: Target,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(request, response, methodRefused('GET, HEAD'));
  const policy = contentPolicy(randomBytes(16).toString('base64'), runtime.config.NODE_ENV === 'development');
  // Next reads the nonce for its own scripts from the request's policy.
  request.headers['content-security-policy'] = policy;
  request.headers['x-parapet-path'] = request.url;
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
  if (peer.secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
  if (!target.path.startsWith('/_next/static/')) response.setHeader('Cache-Control', 'no-store');
  await pages(request, response);
}

/** A request the HTTP parser gave up on still gets the envelope. */
function answerBroken(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const key =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'err.request.headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'err.request.timeout'
        : 'err.request.malformed';
  const reply = errorReply(new AppError(key), translator('en-US'));
  const headers = {
    ...reply.headers,
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(String(reply.body))),
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${reply.status} Refused\r\n${head.join('\r\n')}\r\n\r\n${reply.body}`);
}

/** The server everything arrives at (DESIGN 3). Slow senders are cut off, header blocks bounded. */
export function createFrontServer(runtime: Runtime, pages: PageHandler): Server {
  const server = createServer({
    maxHeaderSize: 16_384,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5_000,
  });
  server.maxConnections = 4_096;
  server.on('clientError', answerBroken);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    handle(runtime, pages, request, response).catch((err: unknown) => {
      runtime.log.error({ err }, 'a request could not be answered');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  return server;
}
