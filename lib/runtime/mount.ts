import { Readable } from 'node:stream';
import type { ApiCall, ApiReply } from '@/lib/api/call';
import { dispatch } from '@/lib/api/dispatch';
import { AppError } from '@/lib/api/errors';
import type { BodyInMemory } from '@/lib/queues/body-memory';
import { sharedRuntime } from './runtime';

async function readBody(request: Request, limit: number, kept: Pick<BodyInMemory, 'add'>): Promise<void> {
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > limit) throw new AppError('err.request.too_large', { values: { limit } });
    kept.add(chunk, limit);
  }
}

function toCall(request: Request): ApiCall {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    search: search.slice(1),
    host: request.headers.get('host') ?? '',
    // Only the front server sees the socket; behind another host the peer stays unknown, and allowlists refuse it.
    peer: '',
    secure: false,
    signal: () => request.signal,
    header: (name) => request.headers.get(name) ?? undefined,
    body: (limit, kept) => readBody(request, limit, kept),
  };
}

function bodyOf({ status, body }: ApiReply): BodyInit | null {
  if (status === 304) return null;
  const isAtOnce = body === null || typeof body === 'string' || body instanceof Uint8Array;
  return (isAtOnce ? body : Readable.toWeb(Readable.from(body))) as BodyInit | null;
}

/** The same API where there is no front server before Next. */
async function mount(request: Request): Promise<Response> {
  const reply = await dispatch(await sharedRuntime(), toCall(request));
  return new Response(request.method === 'HEAD' ? null : bodyOf(reply), {
    status: reply.status,
    headers: reply.headers,
  });
}

export { mount as DELETE, mount as GET, mount as HEAD, mount as OPTIONS, mount as PATCH, mount as POST, mount as PUT };
