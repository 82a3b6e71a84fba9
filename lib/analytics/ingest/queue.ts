import type { AnalyticsStore, BatchResult, IngestBatch } from '../store/store';

/** Waiting events beyond this are refused: a sender that waits loses nothing, a full memory loses everything. */
const MAX_WAITING = 100_000;
/** Events of several batches are committed together up to about this many. */
const GROUP = 20_000;

type Waiting = { batch: IngestBatch; done: (result: BatchResult) => void; failed: (error: unknown) => void };

export class QueueFull extends Error {}

/** Collects batches and commits them in groups; each caller hears of its own after its commit. */
export class IngestQueue {
  private waiting: Waiting[] = [];
  private events = 0;
  private running = false;

  constructor(
    private readonly store: AnalyticsStore,
    private readonly limit = MAX_WAITING,
  ) {}

  /** Whether a batch of `count` events would be refused now: ask before reading it. */
  isFull(count = 0): boolean {
    return this.events > 0 && this.events + count > this.limit;
  }

  /** Events accepted and not yet committed. */
  size(): number {
    return this.events;
  }

  /** Resolves after the commit. Rejects with QueueFull when too much waits, or with the store's error. */
  add(batch: IngestBatch): Promise<BatchResult> {
    if (this.isFull(batch.events.length)) return Promise.reject(new QueueFull());
    return new Promise((done, failed) => {
      this.waiting.push({ batch, done, failed });
      this.events += batch.events.length;
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      const group = this.take();
      try {
        const results = await this.store.insert(group.map((w) => w.batch));
        group.forEach(({ done, failed }, i) => {
          const result = results[i];
          if (result) done(result);
          else failed(new Error('the store gave no answer for a batch'));
        });
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
      for (const { batch } of group) this.events -= batch.events.length;
    }
    this.running = false;
  }

  private take(): Waiting[] {
    let count = 0;
    let size = 0;
    for (const { batch } of this.waiting) {
      if (count > 0 && size + batch.events.length > GROUP) break;
      size += batch.events.length;
      count += 1;
    }
    return this.waiting.splice(0, count);
  }
}
