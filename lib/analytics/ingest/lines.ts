import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
/** Longer lines are rejected: no log of a request needs more, and a file without newlines must not fill the memory. */
export const MAX_LINE = 1024 * 1024;

/** One line of a file, where it is in a chunk of that, without the line end. */
export class Line {
  constructor(
    readonly number: number,
    readonly chunk: Buffer,
    readonly from: number,
    readonly to: number,
    /** Whether it is known to be UTF-8, which is found out of many lines at once. */
    readonly isText: boolean,
    /** Whether it is longer than MAX_LINE and only its start is here. */
    readonly cut: boolean,
  ) {}

  get length(): number {
    return this.to - this.from;
  }

  get bytes(): Buffer {
    return this.chunk.subarray(this.from, this.to);
  }
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

function counting(onBytes: (count: number) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
}

/** Opens a plain or gzip file by its content, not its name. `onBytes` hears how much of the file was read. */
export async function openLog(file: string, onBytes: (count: number) => void = () => undefined): Promise<Readable> {
  const gzip = await isGzip(file);
  const raw = createReadStream(file, { highWaterMark: 256 * 1024 });
  const counter = counting(onBytes);
  // A failure reaches whoever reads the last stream; the callback only keeps it from being thrown.
  const ignore = () => undefined;
  return gzip
    ? pipeline(raw, counter, createGunzip({ chunkSize: 256 * 1024 }), ignore)
    : pipeline(raw, counter, ignore);
}

/** Bytes of the line from `from` to `end`, without a carriage return and no more than are kept of a line. */
const lengthOf = (bytes: Buffer, from: number, end: number) =>
  Math.min((end > from && bytes[end - 1] === RETURN ? end - 1 : end) - from, MAX_LINE);

/** Splits bytes into lines by the newline byte alone, so broken UTF-8 can neither join nor lose lines. */
export async function* splitLines(stream: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  let rest: Buffer[] = [];
  let held = 0;
  let number = 0;
  /** The line that ends at `end` of a chunk. */
  const finish = (chunk: Buffer, from: number, end: number, isText: boolean): Line => {
    number += 1;
    const cut = held + end - from > MAX_LINE;
    if (rest.length === 0) return new Line(number, chunk, from, from + lengthOf(chunk, from, end), isText, cut);
    const all = Buffer.concat([...rest, chunk.subarray(from, end)]);
    rest = [];
    held = 0;
    return new Line(number, all, 0, lengthOf(all, 0, all.length), false, cut);
  };
  for await (const chunk of stream) {
    const lines: Line[] = [];
    const isText = isUtf8(chunk.subarray(chunk.indexOf(NEWLINE) + 1, chunk.lastIndexOf(NEWLINE) + 1));
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      lines.push(finish(chunk, from, at, isText && from > 0));
      from = at + 1;
    }
    if (from < chunk.length) {
      const tail = chunk.subarray(from);
      if (held <= MAX_LINE) rest.push(tail);
      held += tail.length;
    }
    if (lines.length) yield lines;
  }
  if (held > 0) yield [finish(Buffer.alloc(0), 0, 0, false)];
}

/** Text of a line. Bytes that are not UTF-8 become U+FFFD; the identity is taken from the bytes, so nothing collapses. */
export function decodeLine(bytes: Buffer): { text: string; lossy: boolean } {
  const text = bytes.toString('utf8');
  const clean = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return { text: clean, lossy: !isUtf8(bytes) };
}
