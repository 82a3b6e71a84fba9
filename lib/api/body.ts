import type { ApiCall } from './call';
import { type AnyEndpoint, DEFAULT_BODY_LIMIT } from './endpoint';
import { AppError } from './errors';
import { parseJson } from './json';
import { unpackBody } from './unpack';

/** What came as a request's body: JSON, or unread where the contract leaves it to the handler; neither where there is none. */
type Given = Readonly<{ json?: unknown; bytes?: Uint8Array; isOther?: boolean }>;

/** Reads the body that an endpoint's contract describes. Throws 400, 413 or 415; reads nothing where there is none. */
export async function readBody(call: ApiCall, endpoint: AnyEndpoint): Promise<Given> {
  if (!endpoint.body && !endpoint.bytes) return {};
  const isOther = isOfOther(call, endpoint);
  const bytes = await readBytes(call, endpoint, isOther);
  if (endpoint.bytes) return { bytes, isOther };
  return { json: bytes.length === 0 ? {} : parseJson(bytes) };
}

/** Whether a body says it is of the other media type that the endpoint takes. */
const isOfOther = (call: ApiCall, { alsoTakes }: AnyEndpoint) =>
  alsoTakes !== undefined && call.header('content-type')?.toLowerCase() === alsoTakes.media;

/** A body that says it is JSON, or of the endpoint's other type; empty only where it is optional. */
async function readBytes(
  call: ApiCall,
  { bodyOptional, maxBody = DEFAULT_BODY_LIMIT, alsoTakes, takesGzip }: AnyEndpoint,
  isOther: boolean,
): Promise<Uint8Array> {
  const type = call.header('content-type');
  const valid_values = ['application/json', ...(alsoTakes ? [alsoTakes.media] : [])];
  if (/^multipart\//i.test(type ?? '')) throw new AppError('err.request.multipart');
  if (!isOther && type !== undefined && !/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    throw new AppError('err.request.media_type', { valid_values });
  }
  const encoding = call.header('content-encoding')?.toLowerCase() ?? 'identity';
  const isPacked = takesGzip === true && encoding === 'gzip';
  if (!isPacked && encoding !== 'identity') throw new AppError('err.request.media_type');
  const sent = await call.body(maxBody);
  const bytes = isPacked && sent.length > 0 ? await unpackBody(sent, maxBody) : sent;
  if (bytes.length === 0) {
    if (bodyOptional) return bytes;
    throw new AppError('err.request.body_missing');
  }
  if (type === undefined) throw new AppError('err.request.media_type', { valid_values });
  return bytes;
}
