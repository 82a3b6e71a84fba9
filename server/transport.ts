import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ApiCall, ApiReply } from '@/lib/api/call';
import { AppError } from '@/lib/api/errors';
import type { BodyInMemory } from '@/lib/queues/body-memory';
import { freeOwn } from '@/lib/runtime/free-memory';
import type { Peer } from './peer';
import type { Target } from './target';

/** The request as the dispatcher reads it. */
export function toCall(request: IncomingMessage, response: ServerResponse, target: Target, peer: Peer): ApiCall {
  let signal: AbortSignal | undefined;
  return {
    method: request.method ?? 'GET',
    ...target,
    host: peer.host,
    peer: peer.address,
    secure: peer.secure,
    signal: () => {
      signal ??= hangUp(response);
      return signal;
    },
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    body: (limit, kept) => readBody(request, limit, kept),
  };
}

/** Aborted when the connection ends before the answer is sent. */
function hangUp(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const end = () => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.closed) end();
  else response.once('close', end);
  return controller.signal;
}

async function readBody(request: IncomingMessage, limit: number, kept: Pick<BodyInMemory, 'add'>): Promise<void> {
  const expected = Number(request.headers['content-length'] ?? limit);
  if (expected > limit) throw new AppError('err.request.too_large', tooLarge(limit));
  let size = 0;
  try {
    // Destroying the request would take the answer's connection with it.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw new AppError('err.request.too_large', tooLarge(limit));
      kept.add(chunk, expected);
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('err.request.timeout');
  }
}

const tooLarge = (limit: number) => ({ values: { limit } });

/**
 * Many clients read a refusal only after they have sent everything: so much is thrown away for their sake, in so much
 * time. It costs no memory.
 */
const MAX_DISCARDED = { bytes: 64 * 1024 * 1024, ms: 5_000 };

/** Reads on past an answer that came before the body's end, then the connection is over. */
function discard(request: IncomingMessage): void {
  let size = 0;
  const late = setTimeout(() => request.destroy(), MAX_DISCARDED.ms);
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    freeOwn(chunk);
    if (size > MAX_DISCARDED.bytes) request.destroy();
  });
  request.once('close', () => clearTimeout(late));
  request.resume();
}

/** Sends a reply. A stream that breaks off takes the connection with it, so that half a file is never taken for whole. */
export async function sendReply(request: IncomingMessage, response: ServerResponse, reply: ApiReply): Promise<void> {
  if (typeof reply.body === 'string' || reply.body instanceof Uint8Array) {
    reply.headers['Content-Length'] = String(Buffer.byteLength(reply.body));
    response.writeHead(reply.status, reply.headers);
    response.end(request.method === 'HEAD' ? undefined : reply.body);
    if (!request.complete) discard(request);
    return;
  }
  response.writeHead(reply.status, reply.headers);
  if (reply.body === null || request.method === 'HEAD') {
    response.end();
    if (!request.complete) discard(request);
    return;
  }
  await pipeline(Readable.from(reply.body), response).catch(() => response.destroy());
}
