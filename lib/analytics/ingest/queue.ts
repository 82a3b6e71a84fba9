import { type AnalyticsStore, type BatchResult, type IngestBatch, OutcomeUnknown, sizeOf } from '../store/store';

/** Events of several batches are committed together up to about this many: the engine writes so many at once at the least cost. */
const GROUP = 125_000;

/** A batch waits so long at most for those that are still being read. */
const GATHER_MS = 300;

type Waiting = { batch: IngestBatch; done: (result: BatchResult) => void; failed: (error: unknown) => void };

/**
 * Collects batches and commits them in groups; each caller hears of its own after its commit. How many wait is bounded
 * by the fair queue through which they come.
 */
export class IngestQueue {
  private waiting: Waiting[] = [];
  private running = false;
  private coming = 0;
  private onChange: () => void = () => undefined;

  constructor(private readonly store: Pick<AnalyticsStore, 'insert'>) {}

  /**
   * Says that a batch is being read: those that are here wait for it while there are fewer of them, since what is committed
   * together costs less. To be called when it was added or will not be.
   */
  announce(): () => void {
    this.coming += 1;
    let isComing = true;
    return () => {
      if (isComing) this.coming -= 1;
      isComing = false;
      this.onChange();
    };
  }

  /** Resolves after the commit. Rejects as AnalyticsStore.insert does. */
  add(batch: IngestBatch): Promise<BatchResult> {
    return new Promise((done, failed) => {
      this.waiting.push({ batch, done, failed });
      this.onChange();
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      if (this.waiting.length < this.coming) await this.gather();
      await this.commit(this.take());
    }
    this.running = false;
  }

  private async gather(): Promise<void> {
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, GATHER_MS);
      this.onChange = () => {
        if (this.waiting.length < this.coming) return;
        clearTimeout(late);
        resolve();
      };
    });
    this.onChange = () => undefined;
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
