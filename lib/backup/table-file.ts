import { createHash, type Hash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline as chain } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError } from './error';
import { newFile } from './folder';
import { type TableEntry, tableFile } from './manifest';

/** Compressed twice as fast as by default, and hardly larger. */
const LEVEL = 3;
const LINE_END = 10;
/** Large pieces, since each passes through several hands. */
const PIECE = 1 << 18;

type Counted = { rows: number; bytes: number };

/** Passes bytes on and hashes what went by. */
function hashing(hash: Hash, counted?: Pick<Counted, 'bytes'>) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      if (counted) counted.bytes += chunk.length;
      yield chunk;
    }
  };
}

/** A row as JSON: text, whole numbers and null are all that both stores hold in the columns we have. */
function lineOf(row: readonly unknown[], table: string): string {
  for (const cell of row) {
    const isCarried = cell === null || typeof cell === 'string' || Number.isSafeInteger(cell);
    if (!isCarried) throw new BackupError(`${table} holds a value that a backup cannot carry: ${String(cell)}`);
  }
  return `${JSON.stringify(row)}\n`;
}

type Facts = Pick<TableEntry, 'rows' | 'sha256' | 'file_bytes' | 'file_sha256'>;

/** Writes the rows of a table into its file, one JSON array on each line, and waits until the disk has them. */
export async function writeTable(folder: string, table: string, batches: AsyncIterable<unknown[][]>): Promise<Facts> {
  const [content, compressed] = [createHash('sha256'), createHash('sha256')];
  const counted: Counted = { rows: 0, bytes: 0 };
  async function* lines() {
    for await (const batch of batches) {
      counted.rows += batch.length;
      if (batch.length > 0) yield Buffer.from(batch.map((row) => lineOf(row, table)).join(''));
    }
  }
  const file = path.join(folder, tableFile({ name: table }));
  await pipeline(
    lines,
    hashing(content),
    createGzip({ level: LEVEL, chunkSize: PIECE }),
    hashing(compressed, counted),
    await newFile(file),
  );
  return {
    rows: counted.rows,
    sha256: content.digest('hex'),
    file_bytes: counted.bytes,
    file_sha256: compressed.digest('hex'),
  };
}

/** What a compressed file holds, some at a time; zlib's own complaints are reported as what they mean. */
async function* unzipped(file: string, hash: Hash, changed: Error): AsyncGenerator<Buffer> {
  const pieces = createReadStream(file, { highWaterMark: PIECE });
  try {
    yield* chain(pieces, hashing(hash), createGunzip({ chunkSize: PIECE }), () => undefined);
  } catch (error) {
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_') ? changed : error;
  }
}

/** The lines of a table's file, some at a time. Throws BackupError, at the latest at the end, where it was changed. */
export async function* readLines(folder: string, entry: TableEntry): AsyncGenerator<string[]> {
  const file = path.join(folder, tableFile(entry));
  const changed = new BackupError(`${tableFile(entry)} is not as it was written`);
  if (statSync(file).size !== entry.file_bytes) throw changed;
  const [content, compressed] = [createHash('sha256'), createHash('sha256')];
  let rows = 0;
  let rest: Buffer[] = [];
  for await (const chunk of unzipped(file, compressed, changed)) {
    content.update(chunk);
    const end = chunk.lastIndexOf(LINE_END);
    if (end >= 0) {
      const lines = Buffer.concat([...rest, chunk.subarray(0, end)])
        .toString()
        .split('\n');
      rows += lines.length;
      yield lines;
    }
    rest = end < 0 ? [...rest, chunk] : [chunk.subarray(end + 1)];
  }
  const isSame =
    rest.every((piece) => piece.length === 0) &&
    rows === entry.rows &&
    content.digest('hex') === entry.sha256 &&
    compressed.digest('hex') === entry.file_sha256;
  if (!isSame) throw changed;
}
