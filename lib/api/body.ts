import type { Behalf } from '@/lib/queues/behalf';
import type { BodyInMemory } from '@/lib/queues/body-memory';
import type { Queues } from '@/lib/queues/queues';
import type { ApiCall } from './call';
import { type AnyEndpoint, DEFAULT_BODY_LIMIT } from './endpoint';
import { AppError } from './errors';
import { parseJson, parseLargeJson } from './json';
import { unpackBody } from './unpack';

/** What came as a request's body: JSON, or unread where the contract leaves it to the handler; neither where there is none. */
export type Given = Readonly<{
  json?: unknown;
  bytes?: Uint8Array;
  isOther?: boolean;
  /** Gives the memory of `bytes` back before the answer. */
  release?: () => void;
}>;

type Asked = { call: ApiCall; endpoint: AnyEndpoint; behalf: Behalf };

/**
 * Reads the body that an endpoint's contract describes, has it checked and answers what `check` has then done. Where it is
 * large, all of that takes a place in the queue of large bodies, which is given back before the work where this has a
 * queue of its own. Throws 400, 413 or 415, and 429 or 503 where there is no room for it; reads nothing where there is none.
 */
export async function withBody<T>(
  { bodyMemory, bodies, turns }: Pick<Queues, 'bodyMemory' | 'bodies' | 'turns'>,
  { call, endpoint, behalf }: Asked,
  check: (given: Given) => Promise<() => Promise<T>>,
): Promise<T> {
  if (!endpoint.body && !endpoint.bytes) return (await check({}))();
  const { owner } = behalf;
  const kept = bodyMemory.begin(owner);
  try {
    const { sent, isOther, isPacked } = await receive(call, endpoint, kept);
    const begin = async () => {
      await turns.next(owner.address);
      const bytes = isPacked ? await unpacked(sent, endpoint, kept) : sent;
      if (bytes.length === 0 && !endpoint.bodyOptional) throw new AppError('err.request.body_missing');
      return check(
        endpoint.bytes ? { bytes, isOther, release: () => kept.release() } : { json: await jsonOf(bytes, behalf) },
      );
    };
    if (!isPacked && sent.length <= DEFAULT_BODY_LIMIT) return await (await begin())();
    if (!endpoint.bytes && !endpoint.hasOwnQueue) {
      return await bodies.run(owner, async () => (await begin())(), call.signal?.());
    }
    const work = await bodies.run(owner, begin, call.signal?.());
    return await work();
  } finally {
    kept.release();
  }
}

function jsonOf(bytes: Uint8Array, behalf: Behalf): unknown {
  if (bytes.length === 0) return {};
  return bytes.length > DEFAULT_BODY_LIMIT ? parseLargeJson(bytes, behalf) : parseJson(bytes);
}

async function unpacked(sent: Uint8Array, { maxBody = DEFAULT_BODY_LIMIT }: AnyEndpoint, kept: BodyInMemory) {
  const bytes = await unpackBody(sent, maxBody);
  kept.grow(bytes.length);
  return bytes;
}

type Received = { sent: Uint8Array; isOther: boolean; isPacked: boolean };

/** A body that says it is JSON, or of the endpoint's other type. */
async function receive(call: ApiCall, endpoint: AnyEndpoint, kept: BodyInMemory): Promise<Received> {
  const { maxBody = DEFAULT_BODY_LIMIT, alsoTakes, takesGzip } = endpoint;
  const type = call.header('content-type');
  /** Whether it says it is of the other media type that the endpoint takes. */
  const isOther = alsoTakes !== undefined && type?.toLowerCase() === alsoTakes.media;
  const valid_values = ['application/json', ...(alsoTakes ? [alsoTakes.media] : [])];
  if (/^multipart\//i.test(type ?? '')) throw new AppError('err.request.multipart');
  if (!isOther && type !== undefined && !/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    throw new AppError('err.request.media_type', { valid_values });
  }
  const encoding = call.header('content-encoding')?.toLowerCase() ?? 'identity';
  const isPacked = takesGzip === true && encoding === 'gzip';
  if (!isPacked && encoding !== 'identity') throw new AppError('err.request.media_type');
  await call.body(maxBody, kept);
  const sent = kept.whole();
  if (sent.length > 0 && type === undefined) throw new AppError('err.request.media_type', { valid_values });
  return { sent, isOther, isPacked: isPacked && sent.length > 0 };
}
