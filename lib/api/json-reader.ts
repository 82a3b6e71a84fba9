import { Threads } from '@/lib/threads/threads';
import { parseJson } from './json';

/** Bytes that are checked within some 2 ms, which is less than a thread is worth. */
const SMALL = 64 * 1024;

/** Reads JSON bodies of any size, and is strict about large ones beside the thread that answers. */
export class JsonReader {
  readonly #threads = new Threads<Uint8Array, null>(import.meta.url, 'json-thread', { atOnce: 1, maxHeapMb: 128 });

  /** As parseJson. Rejects as that throws, and with err.unavailable where no thread can start. */
  async read(bytes: Uint8Array): Promise<unknown> {
    if (bytes.length <= SMALL) return parseJson(bytes);
    await this.#threads.run(bytes);
    return JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
