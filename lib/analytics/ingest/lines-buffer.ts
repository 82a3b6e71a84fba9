import { ROW_GROUP } from '../store/store';
import type { Line } from './lines';

const NEWLINE = 0x0a;
/** Lines of a batch: four fill what the store packs together. */
const BATCH_LINES = ROW_GROUP / 4;
/** Bytes of a batch of lines as they are, which with its header stays below what Parapet takes in one body. */
const LINES_BYTES = 7.5 * 1024 * 1024;

const NOWHERE: Buffer = Buffer.alloc(0);

/** Lines of one file as they are, one after another in the memory that they are sent from. */
export class LinesBuffer {
  private bytes: Buffer = NOWHERE;
  /** Memory of batches that were answered: new memory for each would be collected time and again. */
  private readonly free: Buffer[] = [];
  /** Bytes of the lines, and of those that are copied. */
  private size = 0;
  private copied = 0;
  /** Lines that follow each other in a chunk, which are copied at once. */
  private run = { chunk: NOWHERE, from: 0, to: 0 };
  private first = 0;
  private next = 0;
  /** Lines in it that are not blank. */
  count = 0;

  /** Whether there is room for a line and the line ends before it. */
  hasRoom({ number, length }: Line): boolean {
    if (this.count === 0) return true;
    const blank = number - this.next;
    return number - this.first < BATCH_LINES && this.size + blank + length < LINES_BYTES;
  }

  /** Lines between two that are given here go another way: they are blank, which keeps the numbers right. */
  add({ number, chunk, from, to }: Line): void {
    if (this.count === 0) {
      this.bytes = this.free.pop() ?? Buffer.allocUnsafe(LINES_BYTES);
      this.first = number;
      this.next = number;
    }
    const { run } = this;
    if (number !== this.next || chunk !== run.chunk || from !== run.to + 1) {
      this.copyRun();
      for (; this.next < number; this.next++) this.bytes[this.size++] = NEWLINE;
      this.copied = this.size;
      this.run = { chunk, from, to };
    } else run.to = to;
    this.size += to - from + 1;
    this.next = number + 1;
    this.count += 1;
  }

  private copyRun(): void {
    const { chunk, from, to } = this.run;
    if (chunk === NOWHERE) return;
    this.bytes.set(chunk.subarray(from, to), this.copied);
    this.bytes[this.size - 1] = NEWLINE;
    this.run = { chunk: NOWHERE, from: 0, to: 0 };
  }

  /** The lines so far, of which it knows nothing any more; `reuse` gives their memory back. */
  take(): { text: Uint8Array; first_line: number; count: number; reuse: () => void } {
    this.copyRun();
    const { bytes, count, first: first_line } = this;
    const text = bytes.subarray(0, this.size);
    this.count = 0;
    this.size = 0;
    this.copied = 0;
    return { text, first_line, count, reuse: () => void this.free.push(bytes) };
  }
}
