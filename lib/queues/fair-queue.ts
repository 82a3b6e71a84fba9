import { setMaxListeners } from 'node:events';
import { AppError } from '@/lib/api/errors';
import { firstAborted } from '@/lib/runtime/first-aborted';
import { accountOf, type Entry, FairOrder, keysOf, mostWaiting } from './fair-order';
import type { Owner } from './owner';

export type FairQueueOptions = {
  /** What the work is called in `/metrics`. */
  name: string;
  /** Pieces of work under way at once, of everybody and of one account. */
  atOnce: number;
  atOncePerAccount: number;
  /** Pieces that may wait, of everybody and of one account. */
  waiting: number;
  waitingPerAccount: number;
  /** A piece that has waited so long is refused: those before it do not end. Not given: it waits until its turn comes. */
  longestWaitMs?: number;
  figures?: QueueFigures;
};

/** What a queue tells about itself. */
export type QueueFigures = {
  /** Pieces of work that wait, and that are under way. */
  depth(waiting: number, running: number): void;
  /** Seconds a piece of work waited for its turn. */
  waited(seconds: number): void;
  refused(reason: Refusal): void;
};

/** `share`: its account had too much waiting. `full`: the queue was. `gone`: its caller hung up. */
export const REFUSALS = ['share', 'full', 'gone'] as const;
export type Refusal = (typeof REFUSALS)[number];

type Job = Entry & { since: number; start(): void; refuse(error: AppError): void };

/** Of `waiting`, so many turns may pass before an entry goes first: what is that late takes an eighth of the turns. */
const PATIENCE = 8;
const MAX_RETRY_S = 60;
/** How often is asked whether something has waited too long. */
const LATE_MS = 250;

/**
 * Lets one kind of scarce work be done a few pieces at a time, in turns that are fair to brands, accounts and addresses
 * (see FairOrder). Bounded for an account (429) and in all (503): what has no room is refused with Retry-After, first
 * what belongs to whoever has most waiting, even if it was there before.
 */
export class FairQueue {
  /** By owner, each in the order they came: only the first of an owner may be next. */
  readonly #waiting = new Map<string, Set<Job>>();
  #size = 0;
  readonly #order: FairOrder<Job>;
  /** Pieces under way by account. */
  readonly #running = new Map<string, number>();
  /** Pieces that wait, by account. */
  readonly #counts = new Map<string, number>();
  #active = 0;
  #late: NodeJS.Timeout | undefined;
  /** Mean time a piece takes, in milliseconds; the latest count most. */
  #mean = 100;

  constructor(private readonly options: FairQueueOptions) {
    this.#order = new FairOrder(PATIENCE * options.waiting);
  }

  /** Pieces of work that wait. */
  get waiting(): number {
    return this.#size;
  }

  /**
   * Does the work when it is the owner's turn. Rejects with its error, with err.request.too_many_waiting or err.busy
   * when there is no room, with err.request.timeout when `signal` says that the caller hung up before the turn came.
   */
  async run<T>(owner: Owner, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const account = await this.#turn(owner, signal);
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.#mean += (performance.now() - started - this.#mean) / 8;
      this.#leave(account);
    }
  }

  /**
   * Does several pieces, each in a turn of its own. Refused at once where the account's share has no room for all of
   * them; the first that fails drops those that wait.
   */
  async all<T>(owner: Owner, works: readonly (() => Promise<T>)[], signal?: AbortSignal): Promise<T[]> {
    const { waitingPerAccount } = this.options;
    if (this.#count(keysOf(owner)[1]) + works.length > waitingPerAccount) {
      this.options.figures?.refused('share');
      throw this.#overShare();
    }
    const stop = new AbortController();
    const ends = firstAborted(signal, stop.signal).signal;
    setMaxListeners(0, ends);
    try {
      return await Promise.all(works.map((work) => this.run(owner, work, ends)));
    } finally {
      stop.abort();
    }
  }

  /** Resolves to the account whose slot was taken. */
  #turn(owner: Owner, signal: AbortSignal | undefined): Promise<string> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(gone());
      const keys = keysOf(owner);
      const onAbort = () => {
        this.#remove(job);
        this.options.figures?.refused('gone');
        this.#tell();
        reject(gone());
      };
      const job: Job = {
        keys,
        owner: keys.join('\n'),
        arrived: this.#order.now,
        since: performance.now(),
        start() {
          signal?.removeEventListener('abort', onAbort);
          resolve(accountOf(job));
        },
        refuse(error) {
          signal?.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#add(job);
      this.#next();
      this.#makeRoom(job);
      this.#watch();
      this.#tell();
    });
  }

  /** Starts what may start. */
  #next(): void {
    while (this.#active < this.options.atOnce) {
      const job = this.#order.next(this.#startable());
      if (!job) return;
      this.#order.took(job);
      this.#remove(job);
      this.#active++;
      this.#running.set(accountOf(job), (this.#running.get(accountOf(job)) ?? 0) + 1);
      this.options.figures?.waited((performance.now() - job.since) / 1000);
      job.start();
    }
  }

  /** The first of each owner whose account has a slot left. */
  *#startable(): Generator<Job> {
    for (const [first] of this.#waiting.values()) {
      if (first && (this.#running.get(accountOf(first)) ?? 0) < this.options.atOncePerAccount) yield first;
    }
  }

  /** All that wait, in the order they came. */
  #all(): Job[] {
    return [...this.#waiting.values()].flatMap((jobs) => [...jobs]).sort((a, b) => a.since - b.since);
  }

  #makeRoom(newest: Job): void {
    if (!this.#waiting.get(newest.owner)?.has(newest)) return;
    const { waiting, waitingPerAccount } = this.options;
    if (this.#count(accountOf(newest)) > waitingPerAccount)
      this.#refuse(this.#mostOfAccount(newest), this.#overShare());
    else if (this.#size > waiting) {
      const most = mostWaiting(this.#all());
      this.#refuse(most, most === newest ? this.#full() : this.#overShare());
    }
  }

  /** Which of an account's pieces makes room for the newest of them. */
  #mostOfAccount(newest: Job): Job | undefined {
    const account = accountOf(newest);
    // Nearly always it is all from one address, and then there is nothing to compare.
    if (this.#waiting.get(newest.owner)?.size === this.#count(account)) return newest;
    return mostWaiting(this.#all().filter((job) => accountOf(job) === account));
  }

  #count(account: string): number {
    return this.#counts.get(account) ?? 0;
  }

  #add(job: Job): void {
    const ofOwner = this.#waiting.get(job.owner) ?? new Set();
    this.#waiting.set(job.owner, ofOwner.add(job));
    this.#counts.set(accountOf(job), this.#count(accountOf(job)) + 1);
    this.#size++;
  }

  #remove(job: Job): void {
    const ofOwner = this.#waiting.get(job.owner);
    if (!ofOwner?.delete(job)) return;
    if (ofOwner.size === 0) this.#waiting.delete(job.owner);
    const left = this.#count(accountOf(job)) - 1;
    if (left > 0) this.#counts.set(accountOf(job), left);
    else this.#counts.delete(accountOf(job));
    this.#size--;
  }

  #refuse(job: Job | undefined, error: AppError): void {
    if (!job) return;
    this.#remove(job);
    this.options.figures?.refused(error.errKey === 'err.busy' ? 'full' : 'share');
    job.refuse(error);
  }

  /** Refuses what waits too long, for as long as anything waits. */
  #watch(): void {
    const { longestWaitMs } = this.options;
    if (longestWaitMs === undefined || this.#late || this.#size === 0) return;
    this.#late = setTimeout(() => {
      this.#late = undefined;
      const before = performance.now() - longestWaitMs;
      for (const job of this.#all().filter(({ since }) => since < before)) this.#refuse(job, this.#full());
      this.#tell();
      this.#watch();
    }, LATE_MS).unref();
  }

  #overShare(): AppError {
    const { waitingPerAccount, atOncePerAccount } = this.options;
    return refusal('err.request.too_many_waiting', (this.#mean * waitingPerAccount) / atOncePerAccount);
  }

  #full(): AppError {
    return refusal('err.busy', (this.#mean * this.options.waiting) / this.options.atOnce);
  }

  #leave(account: string): void {
    this.#active--;
    const running = (this.#running.get(account) ?? 0) - 1;
    if (running > 0) this.#running.set(account, running);
    else this.#running.delete(account);
    this.#next();
    this.#tell();
  }

  #tell(): void {
    this.options.figures?.depth(this.#size, this.#active);
  }
}

/** Nobody reads it any more; its status only is in the logs. */
/** Of work whose caller hung up before its turn came. */
export const gone = () => new AppError('err.request.timeout');

function refusal(errKey: string, ms: number): AppError {
  const seconds = Math.min(MAX_RETRY_S, Math.max(1, Math.ceil(ms / 1000)));
  return new AppError(errKey, { values: { seconds }, headers: { 'Retry-After': String(seconds) } });
}
