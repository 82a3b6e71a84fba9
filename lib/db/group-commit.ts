import { sql } from 'kysely';
import type { Db, Tx } from './store';

/** Writes of one commit: enough to share a disk sync, few enough to keep everybody's wait short. */
const GROUP = 64;

type Outcome = { value: unknown } | { error: unknown };
type Job = { work: (tx: Tx) => Promise<unknown>; done: (outcome: Outcome) => void };

/**
 * Commits what is waiting together, since syncing the disk costs far more than writing. Each job runs behind a
 * savepoint, one after another, so that it alone is undone when it fails; nobody hears of success before the commit.
 */
export class GroupCommit {
  #waiting: Job[] = [];
  #running = false;

  constructor(readonly db: Db) {}

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const done = (outcome: Outcome) => ('value' in outcome ? resolve(outcome.value as T) : reject(outcome.error));
      this.#waiting.push({ work, done });
      if (!this.#running) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const jobs = this.#waiting.splice(0, GROUP);
      const outcomes = await this.#commit(jobs);
      for (const [i, job] of jobs.entries()) job.done(outcomes[i] as Outcome);
    }
    this.#running = false;
  }

  /** What became of each job. A commit that fails has failed for all of them. */
  async #commit(jobs: readonly Job[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    try {
      await this.db.transaction().execute(async (tx) => {
        for (const job of jobs) outcomes.push(await attempt(tx, job));
      });
      return outcomes;
    } catch (cause) {
      // A full disk breaks the transaction inside a job, whose own error then says more than the commit's.
      const broken = outcomes.find((outcome) => 'error' in outcome) ?? { error: cause };
      return jobs.map((_, i) => {
        const outcome = outcomes[i];
        return outcome && 'error' in outcome ? outcome : broken;
      });
    }
  }
}

async function attempt(tx: Tx, { work }: Job): Promise<Outcome> {
  await sql`savepoint job`.execute(tx);
  try {
    const value = await work(tx);
    await sql`release job`.execute(tx);
    return { value };
  } catch (error) {
    await sql`rollback to job`.execute(tx);
    await sql`release job`.execute(tx);
    return { error };
  }
}
