import type { Config } from '@/lib/config/env';
import type { Tx } from '@/lib/db/store';
import type { Runtime } from '@/lib/runtime/runtime';

/** What a run is given beside its messages. */
export type Work = Readonly<{
  runtime: Runtime;
  /** Fires when the time limit is over or the process stops. */
  signal: AbortSignal;
  /** When the run began, by the store's clock: a process whose own is wrong deletes nothing too early. */
  now: number;
  /**
   * Ends the work on these objects in the transaction of its effect, so that both happen or neither. Throws where the
   * lease was lost meanwhile: another process does the work then. What a run does not end, the runner ends after it.
   */
  done(tx: Tx, messages: readonly Message[]): Promise<void>;
  /** Whether this run still has the object of a message: none of them was ended, and no other process took it. */
  isMine(message: Message): Promise<boolean>;
}>;

/** One thing to do. */
export type Message = Readonly<{
  id: number;
  /** Messages of one object are done in their order, by one process at a time. */
  object_id: string;
  /** The audit row of the change that asked for it; 0 where none did. */
  audit_id: number;
  payload: unknown;
  /** When it was to be done first, by the store's clock. */
  wanted_at: number;
}>;

/** Owners take turns. Ids of objects then begin with the owner's: `<owner>:…`. A run has one object. */
export type Share = Readonly<{
  /** Runs of one owner at once in a process. */
  perOwner: number;
}>;

/** Work that changes ask for: messages in a table, all that one object has waiting at once. */
export type QueueJob = Readonly<{
  kind: string;
  /** Runs side by side in one process. */
  concurrency: number;
  /** Objects in one run. */
  batch: number;
  /**
   * Milliseconds between runs under load, so that what is asked for meanwhile is done together: ten begin at once after a pause, and
   * what follows a full run does.
   */
  apart?: number;
  /** Milliseconds a run may take. */
  timeLimit: number;
  /** Where work of one owner, such as what their servers make slow, must not occupy all runs of a process. */
  share?: Share;
  /** Milliseconds to when a message may be due that is not due at once; Infinity where people choose the time. */
  ahead?: number;
  /** After so many failures a message waits for `POST /api/sys/jobs/{id}/retry`. */
  attempts: number;
  /** Does the work; doing it twice must be the same as once. A run of several objects that fails is tried object by object. */
  run(work: Work, messages: readonly Message[]): Promise<void>;
}>;

/** Work that comes back after `every` milliseconds, done by one process of all on the store. */
export type PeriodicJob = Readonly<{
  kind: string;
  every: (config: Config) => number;
  timeLimit: number;
  run(work: Work): Promise<void>;
}>;

export type Job = QueueJob | PeriodicJob;

export const queue = (job: QueueJob): Job => job;
export const periodic = (job: PeriodicJob): Job => job;

export const isPeriodic = (job: Job): job is PeriodicJob => 'every' in job;

const MINUTE_MS = 60_000;
export const everyMinutes = (minutes: number) => () => minutes * MINUTE_MS;
