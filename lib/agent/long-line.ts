import { readSync } from 'node:fs';

/** Bytes of each end of a line that are kept of one that is longer than both: where no byte is a character, they are sent as three times as many. */
const HEAD = 192 * 1024;
const TAIL = 64 * 1024;
/** The longest line that is read whole. */
export const MAX_LINE = HEAD + TAIL;

/** Where one match of an audit line ends and the next begins. Nothing in a text of JSON looks like it, whose quotes have a backslash before. */
const BETWEEN = '},{"message":"';
const LINE_FEED = 10;
const STEP = 1024 * 1024;

/**
 * A line that is longer than `MAX_LINE`, and where it ends; undefined while it has no end. A thousand values that match every rule are an audit
 * line of tens of megabytes: it keeps its first matches and its last ones, of which one says that the request was refused.
 */
export function shortened(handle: number, from: number): { text: string; end: number } | undefined {
  const end = endOf(handle, from);
  if (end === undefined) return undefined;
  const head = bytesAt(handle, from, HEAD);
  const tail = bytesAt(handle, end - TAIL, TAIL);
  const [last, first] = [head.lastIndexOf(BETWEEN), tail.indexOf(BETWEEN)];
  const kept = last < 0 || first < 0 ? [head, '\n'] : [head.subarray(0, last), tail.subarray(first)];
  return { text: kept.map((part) => part.toString('utf8')).join(''), end };
}

/** Behind the next line feed. */
function endOf(handle: number, from: number): number | undefined {
  for (let at = from; ; at += STEP) {
    const read = bytesAt(handle, at, STEP);
    const found = read.indexOf(LINE_FEED);
    if (found >= 0) return at + found + 1;
    if (read.length < STEP) return undefined;
  }
}

function bytesAt(handle: number, at: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  return buffer.subarray(0, readSync(handle, buffer, 0, length, at));
}
