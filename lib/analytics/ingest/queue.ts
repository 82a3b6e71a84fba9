import {
  type AnalyticsStore,
  type BatchResult,
  type IngestBatch,
  OutcomeUnknown,
  ROW_GROUP,
  sizeOf,
} from '../store/store';

/** Events of several batches are committed together up to this many, which the embedded engine writes to their place at once. */
const GROUP = ROW_GROUP;
/** Batches wait so long at most for others that are being read meanwhile. */
const GATHER_MS = 300;
/** Fewer events are stored at once: that takes less time than waiting for others. */
const WORTH_WAITING = GROUP / 8;

type Waiting = { batch: IngestBatch; done: (result: BatchResult) => void; failed: (error: unknown) => void };

/** Of a batch among those that are stored together; `leave`: it does not come. */
export type Place = { add: IngestQueue['add']; leave(): void };

/**
 * Collects batches and commits them in groups; each caller hears of its own after its commit. How many wait is bounded
 * by the fair queue through which they come.
 */
export class IngestQueue {
  private waiting: Waiting[] = [];
  private running = false;
  private coming = 0;
  private changed: () => void = () => undefined;

  constructor(private readonly store: Pick<AnalyticsStore, 'insert'>) {}

  /** A place for a batch that is being read, which is added soon or not at all. */
  expect(): Place {
    this.coming += 1;
    let isLeft = false;
    const leave = () => {
      if (isLeft) return;
      isLeft = true;
      this.coming -= 1;
      this.changed();
    };
    const add = (batch: IngestBatch) => {
      const added = this.add(batch);
      leave();
      return added;
    };
    return { add, leave };
  }

  /** Resolves after the commit. Rejects as AnalyticsStore.insert does. */
  add(batch: IngestBatch): Promise<BatchResult> {
    return new Promise((done, failed) => {
      this.waiting.push({ batch, done, failed });
      this.changed();
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      if (this.isWorthWaiting()) await this.gather();
      await this.commit(this.take());
    }
    this.running = false;
  }

  /** Whether batches are being read, many events wait, and their group has room for more. */
  private isWorthWaiting(): boolean {
    const events = this.waiting.reduce((sum, { batch }) => sum + sizeOf(batch), 0);
    return this.coming > 0 && events >= WORTH_WAITING && events < GROUP;
  }

  /** Waits a moment for batches that are being read. */
  private async gather(): Promise<void> {
    const until = performance.now() + GATHER_MS;
    while (this.isWorthWaiting() && performance.now() < until) {
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, until - performance.now());
        this.changed = () => {
          clearTimeout(late);
          resolve();
        };
      });
    }
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
