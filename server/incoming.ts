import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { leaveOutBodies, stopAtNextHead } from './parser';

/** Chunks that a body may come in beside one for so many of its bytes. */
const FREE_PIECES = 256;
const BYTES_OF_PIECE = 64;

/** Bytes that are read in the time that a head takes, and a piece of a body. */
const WEIGHT = { head: 32 * 1024, piece: 2 * 1024 };

/** What is read of a connection: what its heads and pieces of bodies weighed since the last time, and whether it has to wait. */
type Reading = { weight: number; waits: boolean };
const readings = new WeakMap<Socket, Reading>();

export function readingOf(socket: Socket): Reading {
  const known = readings.get(socket);
  if (known) return known;
  const reading = { weight: 0, waits: false };
  readings.set(socket, reading);
  return reading;
}

/** A request that knows what it takes to read it, and takes no more of a body that comes in too many pieces. */
export abstract class Incoming extends IncomingMessage {
  readonly #reading: Reading;
  #pieces = 0;
  #bytes = 0;
  #isRefused = false;

  constructor(socket: Socket) {
    super(socket);
    this.#reading = readingOf(socket);
    this.#reading.weight += WEIGHT.head;
  }

  /** Answers that a body comes in too many chunks, and ends the connection. */
  protected abstract refuse(): void;

  /** Takes a piece of the body, null at its end. */
  override push(chunk: Buffer | null): boolean {
    if (this.#isRefused) return false;
    if (chunk && this.#isOneTooMany(chunk.length)) {
      this.#isRefused = true;
      leaveOutBodies(this.socket);
      stopAtNextHead(this.socket);
      this.refuse();
      return false;
    }
    return super.push(chunk);
  }

  /** Ends it, with the error where its connection broke off. */
  override destroy(error?: Error): this {
    // Streams read the stack, and to write it out takes longer than the request did; where Node noticed it says nothing.
    if (error && 'code' in error && error.code === 'ECONNRESET') error.stack = error.message;
    return super.destroy(error);
  }

  #isOneTooMany(bytes: number): boolean {
    this.#reading.weight += WEIGHT.piece;
    this.#pieces++;
    this.#bytes += bytes;
    // Of a body with a length pieces are what arrived at once, which nobody makes many of in little time.
    return this.#pieces > FREE_PIECES + this.#bytes / BYTES_OF_PIECE && 'transfer-encoding' in this.headers;
  }
}
