import { isUtf8 } from 'node:buffer';
import { AppError } from '@/lib/api/errors';
import { BATCH_LIMITS, parseJson } from '@/lib/api/json';
import { parseWith } from '@/lib/api/parse';
import type { Translator } from '@/lib/i18n/translate';
import { type LinesHeader, linesHeader } from './contract';
import { MAX_BATCH_EVENTS, MAX_HEADER_BYTES } from './vocabulary';

const NEWLINE = 0x0a;

/** A body of log lines: what it says of itself, and the lines. `isText`: they are UTF-8. */
export type LinesBody = { header: LinesHeader; lines: Buffer; isText: boolean };

/** Takes the header off a body of log lines, and reads none of these. Throws 400 where there is none, 413 for too many lines. */
export function readLinesBody(body: Uint8Array, t: Translator): LinesBody {
  const all = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const end = all.subarray(0, MAX_HEADER_BYTES).indexOf(NEWLINE);
  const header = parseWith(
    linesHeader,
    parseJson(end < 0 ? all.subarray(0, MAX_HEADER_BYTES) : all.subarray(0, end), BATCH_LIMITS),
    t,
  );
  const lines = end < 0 ? all.subarray(all.length) : all.subarray(end + 1);
  let count = 0;
  for (let at = lines.indexOf(NEWLINE); at >= 0; at = lines.indexOf(NEWLINE, at + 1)) count += 1;
  if (lines.length > 0 && lines[lines.length - 1] !== NEWLINE) count += 1;
  if (count > MAX_BATCH_EVENTS) {
    throw new AppError('err.request.too_large', { values: { limit: MAX_BATCH_EVENTS }, field: 'lines' });
  }
  return { header, lines, isText: isUtf8(lines) };
}
