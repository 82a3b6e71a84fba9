import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { groupedBy } from '@/lib/db/grouped';
import { jobModules } from '@/lib/generated/jobs';
import { firstAborted } from '@/lib/runtime/first-aborted';
import type { Runtime } from '@/lib/runtime/runtime';
import { isPeriodic, type Job, type Message, type Work } from './job';
import { countJobs } from './metrics';
import {
  beforeLeaseEnds,
  bringOn,
  clockOf,
  comeBack,
  fail,
  finish,
  giveBack,
  LEASE_MS,
  LeaseLost,
  LONGEST_WAIT_MS,
  leftOf,
  nextDue,
  renew,
  schedule,
  take,
} from './queue';
import { Shares } from './shares';

/** How soon work is seen that another process asked for, or whose time has come. */
const POLL_MS = 1_000;
const RENEW_MS = LEASE_MS / 3;
/** Runs under way have so long to end when the process stops; a lease ends what does not. */
const CLOSE_MS = 5_000;

/** Runs of a kind that begin at once, however far apart they are to be. */
const AT_ONCE = 10;

/** A kind of work in this process; runs that are apart are paid for until `paidUntil`. */
type Lane = { job: Job; running: number; isWoken: boolean; paidUntil: number; shares: Shares | undefined };

const laneOf = (job: Job): Lane => {
  const share = isPeriodic(job) ? undefined : job.share;
  return { job, running: 0, isWoken: false, paidUntil: 0, shares: share && new Shares(share) };
};

const declared = (): Job[] => Object.values(jobModules).flatMap((module) => module.jobs);

/**
 * Does the work after the commit (DESIGN 3): takes messages under leases, several processes side by side. What this
 * process asks for it sees at once, through `wake`.
 */
export class Jobs {
  readonly #lanes: ReadonlyMap<string, Lane>;
  readonly #runs = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();
  #timers: NodeJS.Timeout[] = [];

  constructor(
    readonly runtimeOf: () => Runtime,
    jobs: readonly Job[] = declared(),
  ) {
    this.#lanes = new Map(jobs.map((job) => [job.kind, laneOf(job)]));
  }

  private get runtime(): Runtime {
    return this.runtimeOf();
  }

  /** Kinds of work there are. */
  get kinds(): readonly Job[] {
    return [...this.#lanes.values()].map((lane) => lane.job);
  }

  /** Begins to work, also on what a process before this one left undone. */
  async start(): Promise<void> {
    const { store, config, metrics } = this.runtime;
    await store.transaction(async (tx) => {
      for (const job of this.kinds) if (isPeriodic(job)) await schedule(tx, job.kind, job.every(config));
    });
    countJobs(metrics.registry, store, [...this.#lanes.keys()]);
    const poll = () => {
      for (const kind of this.#lanes.keys()) this.wake(kind);
    };
    this.#timers = [setInterval(poll, POLL_MS).unref(), setInterval(() => this.#renew(), RENEW_MS).unref()];
    poll();
  }

  /** Looks for work of a kind now. Never waits, never throws. */
  wake(kind: string): void {
    const lane = this.#lanes.get(kind);
    if (!lane || this.#stop.signal.aborted) return;
    const limit = isPeriodic(lane.job) ? 1 : lane.job.concurrency;
    if (lane.running >= limit) {
      lane.isWoken = true;
      return;
    }
    lane.running++;
    void this.#drain(lane)
      .catch((err: unknown) => this.runtime.log.warn({ err, kind }, 'work cannot be taken'))
      .finally(() => {
        lane.running--;
        if (!lane.isWoken) return;
        lane.isWoken = false;
        this.wake(kind);
      });
  }

  /** Resolves when this process is at no work that it was woken for. */
  async settled(): Promise<void> {
    while ([...this.#lanes.values()].some((lane) => lane.running > 0)) await pause(1);
  }

  /** Takes no more work and lets runs under way end. */
  async close(): Promise<void> {
    this.#stop.abort();
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.race([this.settled(), pause(CLOSE_MS, undefined, { ref: false })]);
  }

  #renew(): void {
    const runs = [...this.#runs.keys()];
    if (runs.length === 0) return;
    this.runtime.store
      .transaction((tx) => renew(tx, runs))
      .catch((err: unknown) => this.runtime.log.warn({ err }, 'leases cannot be renewed'));
  }

  async #drain(lane: Lane): Promise<void> {
    const { store } = this.runtime;
    const { job, shares } = lane;
    while (!this.#stop.signal.aborted) {
      if (!(await this.#isDue(job))) return;
      if (!(await this.#isTurnOf(lane))) return;
      const run = randomUUID();
      const objects = isPeriodic(job) || job.share ? 1 : job.batch;
      const taking = (passed?: readonly string[]) =>
        store.transaction((tx) => take(tx, job.kind, run, objects, passed));
      const messages = await (shares ? shares.next(taking) : taking());
      if (messages.length === 0) return;
      // A run that is full needs no wait before the next: more is there.
      if (new Set(messages.map((message) => message.object_id)).size >= objects) lane.paidUntil = 0;
      const running = this.#run(job, run, messages).finally(() => {
        this.#runs.delete(run);
        shares?.done(messages);
      });
      this.#runs.set(run, running);
      await running;
    }
  }

  /** Waits until a run of a kind may begin. Answers false where this process stops. */
  async #isTurnOf(lane: Lane): Promise<boolean> {
    const { signal } = this.#stop;
    const apart = isPeriodic(lane.job) ? 0 : (lane.job.apart ?? 0);
    const wait = lane.paidUntil - AT_ONCE * apart - performance.now();
    if (wait > 0) await pause(wait, undefined, { signal }).catch(() => undefined);
    lane.paidUntil = Math.max(lane.paidUntil, performance.now()) + apart;
    return !signal.aborted;
  }

  /** Whether a message of a kind is due, as far as the clock says that was not put back. */
  async #isDue(job: Job): Promise<boolean> {
    const { store, config } = this.runtime;
    const due_at = await nextDue(store.read, job.kind);
    if (due_at === undefined) return false;
    if (due_at === 0) return true;
    const now = await clockOf(store);
    const longest = isPeriodic(job) ? job.every(config) : Math.max(job.ahead ?? 0, LONGEST_WAIT_MS);
    if (due_at <= now + longest) return due_at <= now;
    await store.transaction((tx) => bringOn(tx, job.kind, longest));
    return true;
  }

  async #run(job: Job, run: string, messages: readonly Message[]): Promise<void> {
    const { store, config, log } = this.runtime;
    const left = () => leftOf(store.read, run, messages);
    try {
      await this.#attempt(job, run, messages);
      const rest = await left();
      if (rest.length === 0) return;
      await store.transaction((tx) =>
        isPeriodic(job) ? comeBack(tx, job.kind, run, rest, job.every(config)) : finish(tx, job.kind, run, rest),
      );
    } catch (err) {
      const rest = await left().catch(() => messages);
      await this.#failed(job, run, rest, err).catch((cause: unknown) =>
        log.warn({ err: cause, kind: job.kind }, 'a failure cannot be noted'),
      );
    }
  }

  async #failed(job: Job, run: string, rest: readonly Message[], err: unknown): Promise<void> {
    const { store, log } = this.runtime;
    if (rest.length === 0) return;
    if (this.#stop.signal.aborted || err instanceof LeaseLost) {
      await beforeLeaseEnds(() => store.transaction((tx) => giveBack(tx, job.kind, run, rest)));
      return;
    }
    const objects = groupedBy(rest, (message) => message.object_id);
    if (objects.size > 1) {
      // One object that fails does not hold the others up.
      for (const own of objects.values()) await this.#run(job, run, own);
      return;
    }
    log.warn({ err, kind: job.kind, object_id: rest[0]?.object_id }, 'work failed');
    const attempts = isPeriodic(job) ? Number.MAX_SAFE_INTEGER : job.attempts;
    const error = err instanceof Error ? err.message : String(err);
    await beforeLeaseEnds(() => store.transaction((tx) => fail(tx, job.kind, run, rest, { error, attempts })));
  }

  async #attempt(job: Job, run: string, messages: readonly Message[]): Promise<void> {
    const now = await clockOf(this.runtime.store);
    // The stop may have come while the messages were taken: given back, they are another process's at once.
    this.#stop.signal.throwIfAborted();
    const limit = new AbortController();
    const { signal, release } = firstAborted(limit.signal, this.#stop.signal);
    const work: Work = {
      runtime: this.runtime,
      signal,
      now,
      done: (tx, some) => finish(tx, job.kind, run, some),
      isMine: async (message) => (await leftOf(this.runtime.store.read, run, [message])).length > 0,
    };
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        limit.abort();
        reject(new Error(`not done after ${job.timeLimit / 1000} s`));
      }, job.timeLimit).unref();
    });
    try {
      await Promise.race([isPeriodic(job) ? job.run(work) : job.run(work, messages), late]);
    } finally {
      clearTimeout(timer);
      release();
    }
  }
}
