import { AppError } from '@/lib/api/errors';

/** First and last byte, both counted. */
export type Range = { first: number; last: number };

/**
 * The part of a file that a Range header asks for (RFC 9110, 14). Undefined: all of it, also where the header is not
 * understood or names several parts, which a server may answer whole. Throws 416 for a part beyond the file.
 */
export function rangeOf(header: string | undefined, size: number): Range | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (first <= last) return { first, last };
  throw new AppError('err.request.range', { headers: { 'Content-Range': `bytes */${size}` } });
}

/** Whether an If-None-Match header names this ETag, or any. */
export const namesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((given) => ['*', etag, `W/${etag}`].includes(given.trim()));
