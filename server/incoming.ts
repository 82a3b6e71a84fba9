import { IncomingMessage } from 'node:http';
import { leaveOutBodies, stopAtNextHead } from './parser';

/** Chunks that a body may come in beside one for so many of its bytes. */
const FREE_PIECES = 256;
const BYTES_OF_PIECE = 64;
/** Bytes that are read in the time that another piece takes. */
const PIECE_WEIGHT = 512;

/** A request that knows in how many pieces its body came, and takes no more of one that comes in too many. */
export abstract class Incoming extends IncomingMessage {
  #pieces = 0;
  #weighed = 0;
  #bytes = 0;
  #isRefused = false;

  /** Answers that a body comes in too many chunks, and ends the connection. */
  protected abstract refuse(): void;

  /** What some bytes of the body weigh that were read just now, with the pieces in which they came. */
  weightOf(bytes: number): number {
    const pieces = this.#pieces - this.#weighed;
    this.#weighed = this.#pieces;
    return bytes + pieces * PIECE_WEIGHT;
  }

  /** Takes a piece of the body, null at its end. */
  override push(chunk: Buffer | null): boolean {
    if (this.#isRefused) return false;
    if (chunk && this.#isOneTooMany(chunk.length)) {
      this.#isRefused = true;
      leaveOutBodies(this.socket);
      stopAtNextHead(this.socket);
      this.socket.pause();
      this.refuse();
      return false;
    }
    return super.push(chunk);
  }

  #isOneTooMany(bytes: number): boolean {
    this.#pieces++;
    this.#bytes += bytes;
    // Of a body with a length pieces are what arrived at once, which nobody makes many of in little time.
    return this.#pieces > FREE_PIECES + this.#bytes / BYTES_OF_PIECE && 'transfer-encoding' in this.headers;
  }
}
