import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiReply } from '@/lib/api/call';
import { dispatch } from '@/lib/api/dispatch';
import { AppError } from '@/lib/api/errors';
import { errorReply } from '@/lib/api/reply';
import { fromAcceptLanguage } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translate';
import { networkOf } from '@/lib/queues/owner';
import type { WhenOver } from '@/lib/queues/turns';
import type { Runtime } from '@/lib/runtime/runtime';
import type { BuiltFiles } from './built-files';
import { Connections } from './connections';
import { Incoming } from './incoming';
import { answerLiveness, answerOperations } from './operations';
import { describePage, type PageHandler, servePage } from './page';
import { pageRefusal, requireSessionStore } from './page-refusal';
import { identifyPeer, ownerOf } from './peer';
import { hasManyHeaders, hasRepeated, isHost, isOddlyFramed, MAX_HEADERS, parseTarget } from './target';
import { sendReply, toCall } from './transport';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** What every request is answered with. */
type Front = { runtime: Runtime; pages: PageHandler; files?: BuiltFiles; connections: Connections };

/** Refuses what a router behind could read differently, then hands on to the API, the operations paths or the pages. */
async function handle(front: Front, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { runtime, connections } = front;
  const peer = identifyPeer(request, runtime.config.TRUSTED_PROXIES);
  if (peer) connections.sentBy(request.socket, networkOf(peer.address));
  const send = (reply: ApiReply) => {
    const isRoom = connections.hasRoomFor(request.socket, sizeOf(reply));
    askToLeave(runtime, response);
    const sent = isRoom ? reply : refusal(request, new AppError('err.unavailable', RETRY));
    return sendReply(request, response, sent);
  };
  const refuse = (error: AppError) => send(refusal(request, error));
  if (hasManyHeaders(request)) return refuse(new AppError('err.request.too_many_headers', MANY_HEADERS));
  const repeated = hasRepeated(request, ['authorization', 'host', 'content-length', 'content-type']);
  const target = parseTarget(request.url ?? '');
  if (isOddlyFramed(request)) return refuse(new AppError('err.request.malformed'));
  if (!target || repeated || !peer || !isHost(peer.host)) return refuse(new AppError('err.request.malformed'));
  if (!METHODS.has(request.method ?? '')) return refuse(methodRefused('GET, HEAD, POST, PUT, PATCH, DELETE'));

  const call = toCall(request, response, target, peer);
  // Takes no turn, as it costs nothing, and so its connection is idle again at once.
  const alive = answerLiveness(call);
  if (alive) return send(alive);
  const answer = async () => {
    if (isApi(target.path)) return send(await dispatch(runtime, call));
    const operations = await answerOperations(runtime, call, peer.isForwarded);
    if (operations) return send(operations);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(methodRefused('GET, HEAD'));
    askToLeave(runtime, response);
    describePage(runtime.config, request, response, { peer, target });
    const file = await front.files?.answer(target.path, call.header);
    if (file) return send(file);
    const page = { request, response, peer, signal: call.signal };
    try {
      await requireSessionStore(runtime, request, peer);
      await servePage(runtime.queues, front.pages, page);
    } catch (error) {
      if (!(error instanceof AppError) || response.headersSent) throw error;
      return send(pageRefusal(request, error));
    }
  };
  return runtime.queues.turns.run(networkOf(peer.address), answer, whenOver(response));
}

const whenOver =
  (response: ServerResponse): WhenOver =>
  (callback) => {
    if (response.closed) callback();
    else response.once('close', callback);
  };

/** Once the process stops, the next request of a connection is to go to another one. */
function askToLeave({ ending }: Runtime, response: ServerResponse): void {
  if (ending.signal.aborted) response.setHeader('Connection', 'close');
}

/** Whoever sends them once more has to connect again, as newcomers do in turns. */
const MANY_HEADERS = { values: { limit: MAX_HEADERS }, headers: { Connection: 'close' } };
const RETRY = { headers: { 'Retry-After': '1' } };

/** Bytes that an answer puts before its reader at once; a stream waits for them. */
const sizeOf = ({ body }: ApiReply) => (typeof body === 'string' || body instanceof Uint8Array ? body.length : 0);

function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/') || path === '/console/session' || path.startsWith('/console/api/');
}

const methodRefused = (allow: string) => new AppError('err.request.method', { headers: { Allow: allow } });

const refusal = (request: IncomingMessage, error: AppError): ApiReply =>
  errorReply(error, translator(fromAcceptLanguage(request.headers['accept-language'])));

/** Writes an error outside of any request, then ends the connection. */
function answerSocket(socket: Socket, error: AppError): void {
  const reply = errorReply(error, translator('en-US'));
  const headers = {
    ...reply.headers,
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(String(reply.body))),
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`HTTP/1.1 ${reply.status} Refused\r\n${head.join('\r\n')}\r\n\r\n${reply.body}`);
  socket.destroySoon();
}

const BROKEN: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'err.request.headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'err.request.timeout',
};

/** A request that cannot be read on still gets the envelope, unless another one is being answered. */
function answerUnread(connections: Connections, error: AppError, socket: Socket): void {
  if (!socket.writable || connections.isAnswering(socket)) socket.destroy();
  else answerSocket(socket, error);
}

/**
 * The server everything arrives at (DESIGN 3). Slow senders are cut off, header blocks bounded. Without `files`, as in
 * development, pages bring them.
 */
export function createFrontServer(runtime: Runtime, pages: PageHandler, files?: BuiltFiles): Server {
  const server = createServer({
    IncomingMessage: class extends Incoming {
      protected override refuse(): void {
        answerUnread(connections, new AppError('err.request.tiny_chunks'), this.socket);
      }
    },
    // A request without a host is refused in the envelope, as one with a bad host is.
    requireHostHeader: false,
    maxHeaderSize: 16_384,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 2_000,
  });
  const connections = new Connections(
    runtime.queues.intake,
    (socket) => ownerOf(socket, runtime.config.TRUSTED_PROXIES),
    (socket) => answerSocket(socket, new AppError('err.unavailable', RETRY)),
    (request, response) => {
      handle({ runtime, pages, files, connections }, request, response).catch((err: unknown) => {
        if (response.closed && err instanceof AppError) return;
        runtime.log.error({ err }, 'a request could not be answered');
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    },
  );
  // Of what is beyond them Node tells nothing but that it is there.
  server.maxHeadersCount = MAX_HEADERS + 1;
  connections.attach(server);
  // Node would refuse it with an answer of its own.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connection', (socket) => runtime.queues.turns.accepted(ownerOf(socket, []) ?? ''));
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else answerUnread(connections, new AppError(BROKEN[error.code ?? ''] ?? 'err.request.malformed'), socket as Socket);
  });
  return server;
}
