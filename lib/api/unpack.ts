import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from './errors';

const unzip = promisify(gunzip);

/** Logs shrink to a twentieth, the most repetitive to a sixtieth; what shrinks more was made to fill memory. */
const MAX_RATIO = 100;
/** Small bodies may be anything. */
const ALWAYS_BYTES = 64 * 1024;

/**
 * A gzip body unpacked, off the thread that answers, and never more of it than `limit` bytes or MAX_RATIO times its own size.
 * Throws 413 beyond either, 400 for what is no gzip.
 */
export async function unpackBody(packed: Uint8Array, limit: number): Promise<Uint8Array> {
  const most = Math.min(limit, Math.max(ALWAYS_BYTES, MAX_RATIO * packed.length));
  try {
    return await unzip(packed, { maxOutputLength: most });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge
      ? new AppError('err.request.too_large', { values: { limit: most } })
      : new AppError('err.request.bad_gzip');
  }
}
