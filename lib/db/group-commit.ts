import { CompiledQuery } from 'kysely';
import { StoreFailure } from './dialect';
import { runJob } from './job';
import type { Db, Tx } from './store';

/** Writes of one commit: enough to share a disk sync, few enough to keep everybody's wait short. */
const GROUP = 64;

/** No group takes the thread that answers for much longer than this; what is left waits for the next. */
const BUSY_MS = 8;

/** So many of a group go on in one turn of the event loop once it is committed, as each has an answer to write. */
const ANSWERED = 8;

/** A group is complete when this many turns of the event loop brought no write, or after so long at the latest. */
const IDLE_TURNS = 2;
const GATHERING_MS = 5;

const turnOfLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Writes that wait: at a thousand a second nobody waits longer than a few seconds, and who comes then tries again. */
export const MOST_WAITING = 4_096;

const SAVE = CompiledQuery.raw('savepoint job');
const UNDO = CompiledQuery.raw('rollback to job');
const FORGET = CompiledQuery.raw('release job');

type Outcome = { value: unknown } | { error: unknown };
type Job = { work: (tx: Tx) => Promise<unknown>; done: (outcome: Outcome) => void };

/**
 * Commits what is waiting together, since syncing the disk costs far more than writing. Each job runs behind a
 * savepoint, one after another, so that it alone is undone when it fails; nobody hears of success before the commit.
 */
export class GroupCommit {
  #waiting: Job[] = [];
  #drained: Promise<void> | undefined;
  #isClosed = false;

  constructor(
    readonly db: Db,
    readonly mostIdleMs?: number,
  ) {}

  /** Rejects with the job's own error, or with a StoreFailure where the store could not keep what it wrote. */
  async run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new StoreFailure('the store is closing');
    if (this.#waiting.length >= MOST_WAITING) throw new StoreFailure('too many writes at once');
    const outcome = new Promise<Outcome>((done) => this.#waiting.push({ work, done }));
    this.#drained ??= this.#drain();
    const ended = await outcome;
    if ('error' in ended) throw ended.error;
    return ended.value as T;
  }

  /** Refuses new work and waits for what was accepted. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#drained;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather();
      const jobs = this.#waiting.splice(0, 1);
      const outcomes = await this.#commit(jobs);
      for (const [i, job] of jobs.entries()) {
        if (i > 0 && i % ANSWERED === 0) await turnOfLoop();
        job.done(outcomes[i] as Outcome);
      }
    }
    this.#drained = undefined;
  }

  /** Lets requests that arrived together bring their writes: they begin one in each turn (lib/queues/turns.ts). */
  async #gather(): Promise<void> {
    const until = performance.now() + GATHERING_MS;
    for (let idle = 0; idle < IDLE_TURNS && this.#waiting.length < GROUP && performance.now() < until; ) {
      const before = this.#waiting.length;
      await turnOfLoop();
      idle = this.#waiting.length === before ? idle + 1 : 0;
    }
  }

  /**
   * Commits these jobs with more of those that wait, which it adds to them. Answers what became of each: one that was
   * refused keeps its own error, all others are lost with a commit that fails.
   */
  async #commit(jobs: Job[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    const until = performance.now() + BUSY_MS;
    try {
      await this.db.transaction().execute(async (tx) => {
        for (const job of jobs) {
          await this.#attempt(tx, job, outcomes);
          if (jobs.length < GROUP && performance.now() < until) jobs.push(...this.#waiting.splice(0, 1));
        }
      });
      return outcomes;
    } catch (cause) {
      const lost = { error: new StoreFailure('the store could not commit', { cause }) };
      return jobs.map((_, i) => {
        const outcome = outcomes[i];
        return outcome && 'error' in outcome ? outcome : lost;
      });
    }
  }

  /** Adds what became of the job. Throws where the transaction is broken, as a full disk leaves it. */
  async #attempt(tx: Tx, { work }: Job, outcomes: Outcome[]): Promise<void> {
    await tx.executeQuery(SAVE);
    try {
      outcomes.push({ value: await runJob(tx, work, this.mostIdleMs) });
    } catch (error) {
      outcomes.push({ error });
      await tx.executeQuery(UNDO);
    }
    await tx.executeQuery(FORGET);
  }
}
