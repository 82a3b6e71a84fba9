import { readFile } from 'node:fs/promises';
import { PROCESS } from '@/lib/queues/behalf';

/** Rows that are one piece of text: a commit has tens of thousands, and each takes up to 40 µs. */
const ROWS = 25;

const NEWLINE = 0x0a;

/** Rows as lines of JSON, in pieces, between which others come. */
export async function linesOf<R extends object>(
  rows: readonly R[],
  asJson: (row: R) => object = (row) => row,
): Promise<string[]> {
  const pause = PROCESS.slices();
  const pieces: string[] = [];
  for (let from = 0; from < rows.length; from += ROWS) {
    await pause();
    const some = rows.slice(from, from + ROWS);
    pieces.push(some.map((row) => `${JSON.stringify(asJson(row))}\n`).join(''));
  }
  return pieces;
}

/** The lines of a file, between which others come. */
export async function* linesIn(file: string): AsyncGenerator<string> {
  const bytes = await readFile(file);
  const pause = PROCESS.slices();
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, from);
    const to = end < 0 ? bytes.length : end;
    yield bytes.toString('utf8', from, to);
    from = to + 1;
    await pause();
  }
}
