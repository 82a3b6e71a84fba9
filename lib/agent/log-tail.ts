import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import path from 'node:path';
import { MAX_LINE, shortened } from './long-line';
import { readKept, written } from './objects';

/**
 * Where in a log what follows was not read yet. A file keeps its identity when it is renamed, and gets another where it is emptied: its inode
 * with a hash of how it begins. Of a place that an earlier version kept, and of an empty file, it is the inode alone.
 */
export type Place = { file: string; offset: number; line: number };

/** Whole lines, each with its line feed, and where they end. */
export type Piece = { text: string; from: Place; to: Place };

/** Bounds of a piece. */
const MAX_BYTES = 768 * 1024;
const MAX_LINES = 5_000;
/** How much of a file's first line tells it from another of its inode: a log line says its time and the id of its request before. */
const BEGINNING = 512;

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
    this.#place = readKept(placeFile);
  }

  /** What was written since, in whole lines; undefined where there is nothing yet. */
  read(): Piece | undefined {
    for (const file of this.#unread()) {
      const handle = openSync(file, 'r');
      try {
        const from = this.#startIn(handle);
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
   * Has the log begin anew where it has grown long: a program that can open its log again gets a new file; of another program the file
   * itself is emptied once all of it was read, or is far too long. Of the files before, whoever put them aside, the newest few stay.
   */
  rotate(reopen?: () => void): void {
    const file = path.join(this.folder, this.name);
    const size = existsSync(file) ? statSync(file).size : 0;
    if (size >= LONG && reopen) {
      putAside(this.folder, this.name);
      reopen();
    } else if (size >= LONG) this.#empty(file, size);
    for (const old of filesOf(this.folder, this.name).slice(0, -KEPT)) this.#remove(old);
  }

  #empty(file: string, size: number): void {
    const left = this.#leftIn(file);
    if (left > 0 && size < KEPT * LONG) return;
    this.lost += left;
    truncateSync(file);
    this.keep({ file: inodeOf(statSync(file)), offset: 0, line: 1 });
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
    const files = filesOf(this.folder, this.name);
    const own = files.indexOf(file);
    const at = this.#at(files);
    const { size } = statSync(file);
    if (own !== at) return own < at ? 0 : size;
    const handle = openSync(file, 'r');
    try {
      return Math.max(0, size - this.#startIn(handle).offset);
    } finally {
      closeSync(handle);
    }
  }

  /** The log's files from the one where reading goes on, the oldest first. */
  #unread(): string[] {
    const files = filesOf(this.folder, this.name);
    return files.slice(Math.max(0, this.#at(files)));
  }

  /** Which of these files is the one where reading goes on; -1 where it is gone. */
  #at(files: readonly string[]): number {
    const [dev, ino] = this.#place?.file.split('-') ?? [];
    return files.findIndex((file) => inodeOf(statSync(file)) === `${dev}-${ino}`);
  }

  #startIn(handle: number): Place {
    const stat = fstatSync(handle);
    const file = identityOf(handle);
    const place = this.#place;
    const isSame = place?.file === file || place?.file === inodeOf(stat);
    return isSame && place.offset <= stat.size ? { ...place, file } : { file, offset: 0, line: 1 };
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

/** Has a log that nobody reads begin anew where it has grown long; the one before stays, and none before that. */
export function boundLog(folder: string, name: string, reopen: () => void): void {
  const file = path.join(folder, name);
  if (!existsSync(file) || statSync(file).size < LONG) return;
  renameSync(file, `${file}.1`);
  reopen();
}

const inodeOf = ({ dev, ino }: { dev: number; ino: number }) => `${dev}-${ino}`;

/** Of a file that has no whole line yet its inode alone. */
function identityOf(handle: number): string {
  const buffer = Buffer.allocUnsafe(BEGINNING);
  const begins = buffer.subarray(0, readSync(handle, buffer, 0, BEGINNING, 0));
  const end = begins.indexOf(LINE_FEED);
  const inode = inodeOf(fstatSync(handle));
  if (end < 0 && begins.length < BEGINNING) return inode;
  const hash = createHash('sha256').update(begins.subarray(0, end < 0 ? BEGINNING : end));
  return `${inode}-${hash.digest('hex').slice(0, 16)}`;
}

function linesFrom(handle: number, from: Place): Piece | undefined {
  const buffer = Buffer.allocUnsafe(MAX_BYTES);
  const bytes = readSync(handle, buffer, 0, MAX_BYTES, from.offset);
  let [end, lines] = [0, 0];
  for (let at = buffer.indexOf(LINE_FEED); at >= 0 && at < bytes && lines < MAX_LINES; lines++) {
    if (at - end > MAX_LINE) break;
    end = at + 1;
    at = buffer.indexOf(LINE_FEED, end);
  }
  if (end > 0) {
    const to = { file: from.file, offset: from.offset + end, line: from.line + lines };
    return { text: buffer.toString('utf8', 0, end), from, to };
  }
  if (bytes <= MAX_LINE) return undefined;
  const long = shortened(handle, from.offset);
  return long && { text: long.text, from, to: { file: from.file, offset: long.end, line: from.line + 1 } };
}
