const { port1: nowhere } = new MessageChannel();
nowhere.close();

/**
 * Gives the memory of a buffer back at once; whoever still has the buffer finds it empty. By themselves large buffers stay until
 * the next full collection, which they bring about: as memory outside of the heap they count 64 MB until then. The buffer must
 * have its memory for itself, and nothing native may be at work on it.
 */
export function freeMemory(buffer: Uint8Array<ArrayBuffer>): void {
  nowhere.postMessage(undefined, [buffer.buffer]);
}

/** What is smaller is not worth the time that it takes, as much as to read 16 KB. */
const LEAST_BYTES = 4 * 1024;

/** The same of what was read from a connection, where it shares its memory with nothing else. */
export function freeOwn(piece: Uint8Array): void {
  if (piece.length < LEAST_BYTES) return;
  if (piece.buffer instanceof ArrayBuffer && piece.length === piece.buffer.byteLength) {
    freeMemory(piece as Uint8Array<ArrayBuffer>);
  }
}
