import { type AnalyticsStore, type BatchResult, type IngestBatch, OutcomeUnknown, sizeOf } from '../store/store';

/** Events of several batches are committed together up to about this many: the engine writes so many at once at the least cost. */
const GROUP = 125_000;

type Waiting = { batch: IngestBatch; done: (result: BatchResult) => void; failed: (error: unknown) => void };

/**
 * Collects batches and commits them in groups; each caller hears of its own after its commit. How many wait is bounded
 * by the fair queue through which they come.
 */
export class IngestQueue {
  private waiting: Waiting[] = [];
  private running = false;

  constructor(private readonly store: Pick<AnalyticsStore, 'insert'>) {}

  /** Resolves after the commit. Rejects as AnalyticsStore.insert does. */
  add(batch: IngestBatch): Promise<BatchResult> {
    return new Promise((done, failed) => {
      this.waiting.push({ batch, done, failed });
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) await this.commit(this.take());
    this.running = false;
  }

  private async commit(group: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.store.insert(group.map((w) => w.batch));
      group.forEach(({ done, failed }, i) => {
        const result = results[i];
        if (result) done(result);
        else failed(new Error('the store gave no answer for a batch'));
      });
    } catch (error) {
      // Nothing of the group is stored: whichever batch was the cause fails alone, the others are not its victims.
      if (group.length > 1 && !(error instanceof OutcomeUnknown)) for (const one of group) await this.commit([one]);
      else for (const { failed } of group) failed(error);
    }
  }

  private take(): Waiting[] {
    let count = 0;
    let size = 0;
    for (const { batch } of this.waiting) {
      if (count > 0 && size + sizeOf(batch) > GROUP) break;
      size += sizeOf(batch);
      count += 1;
    }
    return this.waiting.splice(0, count);
  }
}
