import { closeSync, openSync, readSync } from 'node:fs';

const NEWLINE = 0x0a;
/** Bytes of a file that are in memory at a time; no line may be longer. */
const PIECE = 256 * 1024;

/** Calls `line` with the bytes that each line of a file is, in a piece of the file that is overwritten by the next. */
export function eachLine(file: string, line: (piece: Buffer, from: number, to: number) => void): void {
  const descriptor = openSync(file, 'r');
  try {
    const piece = Buffer.allocUnsafe(PIECE);
    let left = 0;
    for (let read = -1; read !== 0; ) {
      read = readSync(descriptor, piece, left, PIECE - left, null);
      const filled = piece.subarray(0, left + read);
      let from = 0;
      for (let to = filled.indexOf(NEWLINE); to >= 0; to = filled.indexOf(NEWLINE, from)) {
        line(filled, from, to);
        from = to + 1;
      }
      left = filled.copy(piece, 0, from);
    }
    if (left > 0) line(piece, 0, left);
  } finally {
    closeSync(descriptor);
  }
}
