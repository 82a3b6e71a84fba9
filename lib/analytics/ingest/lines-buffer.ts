import { ROW_GROUP } from '../store/store';

const NEWLINE = 0x0a;
/** Lines of a batch: four fill what the store packs together. */
const BATCH_LINES = ROW_GROUP / 4;
/** Bytes of a batch of lines as they are, which with its header stays below what Parapet takes in one body. */
const LINES_BYTES = 7.5 * 1024 * 1024;

/** Lines of one file as they are, one after another in the memory that they are sent from. */
export class LinesBuffer {
  private bytes: Buffer = Buffer.alloc(0);
  /** Memory of batches that were answered: new memory for each would be collected time and again. */
  private readonly free: Buffer[] = [];
  private size = 0;
  private first = 0;
  private next = 0;
  /** Lines in it that are not blank. */
  count = 0;

  /** Whether there is room for a line and the line ends before it. */
  hasRoom(number: number, line: Uint8Array): boolean {
    if (this.count === 0) return true;
    const blank = number - this.next;
    return number - this.first < BATCH_LINES && this.size + blank + line.length < LINES_BYTES;
  }

  /** Lines between two that are given here go another way: they are blank, which keeps the numbers right. */
  add(number: number, line: Uint8Array): void {
    if (this.count === 0) {
      this.bytes = this.free.pop() ?? Buffer.allocUnsafe(LINES_BYTES);
      this.first = number;
      this.next = number;
    }
    for (; this.next < number; this.next++) this.bytes[this.size++] = NEWLINE;
    this.bytes.set(line, this.size);
    this.size += line.length;
    this.bytes[this.size++] = NEWLINE;
    this.next = number + 1;
    this.count += 1;
  }

  /** The lines so far, of which it knows nothing any more; `reuse` gives their memory back. */
  take(): { text: Uint8Array; first_line: number; count: number; reuse: () => void } {
    const { bytes, count, first: first_line } = this;
    const text = bytes.subarray(0, this.size);
    this.count = 0;
    this.size = 0;
    return { text, first_line, count, reuse: () => void this.free.push(bytes) };
  }
}
