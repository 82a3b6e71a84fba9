import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import path from 'node:path';
import { written } from './objects';

/** Where in a log what follows was not read yet. A file keeps its identity when it is renamed. */
export type Place = { file: string; offset: number; line: number };

/** Whole lines, each with its line feed, and where they end. */
export type Piece = { text: string; from: Place; to: Place };

/** Bounds of a piece; what a line has beyond them is no line of a log. */
const MAX_BYTES = 768 * 1024;
const MAX_LINES = 5_000;

const LINE_FEED = 10;
/** A file that is longer makes way for the next; so many are there at once. */
export const LONG = 64 * 1024 * 1024;
const KEPT = 4;
/** After so long nobody writes to a file that was renamed. */
const SETTLED_MS = 2_000;

/**
 * A log that is written to while it is read, and renamed to `<name>.<number>` where it grows too long. Each line is read once, as
 * far as places are kept: a process that dies before `keep` reads the same again.
 */
export class LogTail {
  #place: Place | undefined;
  /** Bytes that were gone before they were read. */
  lost = 0;

  constructor(
    private readonly folder: string,
    readonly name: string,
    /** The file that says how far the log was read. */
    private readonly placeFile: string,
  ) {
    if (existsSync(placeFile)) this.#place = JSON.parse(readFileSync(placeFile, 'utf8'));
  }

  /** What was written since, in whole lines; undefined where there is nothing yet. */
  read(): Piece | undefined {
    for (const file of this.#unread()) {
      const handle = openSync(file, 'r');
      try {
        const identity = identityOf(fstatSync(handle));
        const from = this.#startIn(identity, fstatSync(handle).size);
        const piece = linesFrom(handle, from);
        if (piece) return piece;
        // A worker of nginx may write a last line into a file that was renamed; one of the future was written before the clock was put back.
        if (Math.abs(Date.now() - fstatSync(handle).mtimeMs) < SETTLED_MS) return undefined;
        // Only the last file grows; what an earlier one has beyond its last line feed never became a line.
        this.#place = from;
      } finally {
        closeSync(handle);
      }
    }
    return undefined;
  }

  /** Everything before this place is done with. */
  keep(place: Place): void {
    this.#place = place;
    written(this.placeFile, JSON.stringify(place));
  }

  /**
   * Has the log begin anew where it has grown long: a program that can open its log again gets a new file, and of the files before the
   * newest few stay; of another program the file itself is emptied once all of it was read, or is far too long.
   */
  rotate(reopen?: () => void): void {
    const file = path.join(this.folder, this.name);
    const size = existsSync(file) ? statSync(file).size : 0;
    if (size < LONG) return;
    if (reopen) {
      putAside(this.folder, this.name);
      reopen();
      for (const old of filesOf(this.folder, this.name).slice(0, -KEPT)) this.#remove(old);
      return;
    }
    const left = this.#leftIn(file);
    if (left > 0 && size < KEPT * LONG) return;
    this.lost += left;
    truncateSync(file);
    this.keep({ file: identityOf(statSync(file)), offset: 0, line: 1 });
  }

  #remove(old: string): void {
    this.lost += this.#leftIn(old);
    rmSync(old, { force: true });
  }

  /** Bytes that were not read yet. */
  get unread(): number {
    return filesOf(this.folder, this.name).reduce((sum, file) => sum + this.#leftIn(file), 0);
  }

  /** Bytes of one of the files that were not read. */
  #leftIn(file: string): number {
    const files = filesOf(this.folder, this.name).map((one) => ({ one, stat: statSync(one) }));
    const at = files.findIndex(({ stat }) => identityOf(stat) === this.#place?.file);
    const own = files.findIndex(({ one }) => one === file);
    const size = files[own]?.stat.size ?? 0;
    if (own < at) return 0;
    return own === at ? Math.max(0, size - (this.#place?.offset ?? 0)) : size;
  }

  /** The log's files from the one where reading goes on, the oldest first. */
  #unread(): string[] {
    const files = filesOf(this.folder, this.name);
    const at = files.findIndex((file) => identityOf(statSync(file)) === this.#place?.file);
    return files.slice(Math.max(0, at));
  }

  #startIn(identity: string, size: number): Place {
    const place = this.#place;
    if (place?.file === identity && place.offset <= size) return place;
    return { file: identity, offset: 0, line: 1 };
  }
}

/** The files of a log, the oldest first: those that were renamed, by their numbers, then the one that grows. */
export function filesOf(folder: string, name: string): string[] {
  const numbers = readdirSync(folder)
    .flatMap((file) => (file.startsWith(`${name}.`) ? Number(file.slice(name.length + 1)) : []))
    .filter((number) => Number.isInteger(number) && number > 0)
    .sort((a, b) => a - b);
  const all = [...numbers.map((number) => `${name}.${number}`), name].map((file) => path.join(folder, file));
  return all.filter((file) => existsSync(file));
}

/** Renames a log; what was written to it is read before what its successor has. */
export function putAside(folder: string, name: string): void {
  const file = path.join(folder, name);
  const numbers = filesOf(folder, name).map((one) => Number(one.slice(file.length + 1)));
  renameSync(file, `${file}.${Math.max(0, ...numbers) + 1}`);
}

const identityOf = ({ dev, ino }: { dev: number; ino: number }) => `${dev}-${ino}`;

function linesFrom(handle: number, from: Place): Piece | undefined {
  const buffer = Buffer.allocUnsafe(MAX_BYTES);
  const bytes = readSync(handle, buffer, 0, MAX_BYTES, from.offset);
  let [end, lines] = [0, 0];
  for (let at = buffer.indexOf(LINE_FEED); at >= 0 && at < bytes && lines < MAX_LINES; lines++) {
    end = at + 1;
    at = buffer.indexOf(LINE_FEED, end);
  }
  const cut = end === 0 && bytes === MAX_BYTES;
  if (end === 0 && !cut) return undefined;
  const text = cut ? `${buffer.toString('utf8')}\n` : buffer.toString('utf8', 0, end);
  const to = { file: from.file, offset: from.offset + (cut ? bytes : end), line: from.line + lines };
  return { text, from, to };
}
