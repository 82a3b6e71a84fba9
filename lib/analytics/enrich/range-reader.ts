import { LRUCache } from 'lru-cache';
import { Threads } from '@/lib/threads/threads';
import type { RangeKind } from './ranges';

/** Characters of texts that are kept; the largest country has four million. */
const MAX_KEPT = 16 * 1024 * 1024;

type Task = { kind: RangeKind; value: string };

/** Reads the networks of countries and autonomous systems beside the thread that answers. */
export class RangeReader {
  readonly #threads = new Threads<Task, string>(import.meta.url, 'ranges-thread', { atOnce: 1, maxHeapMb: 512 });
  readonly #kept = new LRUCache<string, string>({ maxSize: MAX_KEPT, sizeCalculation: (text) => text.length + 1 });

  /** One network a line, in CIDR notation; empty where there are none. `name` is as RANGES has it. */
  async read(name: string): Promise<string> {
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const at = name.indexOf('-');
    const text = await this.#threads.run({ kind: name.slice(0, at) as RangeKind, value: name.slice(at + 1) });
    this.#kept.set(name, text);
    return text;
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
