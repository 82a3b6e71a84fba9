import { setMaxListeners } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Postgres, startPostgres } from '../postgres';
import type { Fault, StoreKind } from './fault';
import { Scene } from './scene';

export type Options = {
  /** The same with fewer rounds and less time. */
  isShort: boolean;
  stores: readonly StoreKind[];
  /** Ends what is tried now; all of it is put away once `runFaults` resolves. */
  signal?: AbortSignal;
  /** Hears of each result as soon as it is there. */
  onResult?: (result: Result) => void;
};

export type Result = {
  fault: string;
  store: StoreKind;
  promises: string;
  seconds: number;
  figures: Readonly<Record<string, string | number>>;
  /** Promises that did not hold; empty is good. */
  broken: readonly string[];
};

/** Every fault of the folder, or the one of that name. */
export async function loadFaults(only?: string): Promise<Fault[]> {
  const folder = path.join(import.meta.dirname, 'faults');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && (!only || file === `${only}.ts`));
  const modules = files.sort().map((file) => import(pathToFileURL(path.join(folder, file)).href));
  return (await Promise.all(modules)).map((module: { fault: Fault }) => module.fault);
}

type Trial = { fault: Fault; store: StoreKind };

async function tryOne({ fault, store }: Trial, { isShort, signal }: Options, postgres?: Postgres): Promise<Result> {
  const began = Date.now();
  const scene = await Scene.open(store, isShort, postgres);
  try {
    await Promise.race([fault.run(scene), aborted(signal)]);
  } catch (error) {
    scene.expect(false, `the fault could be tried: ${(error as Error).stack}`);
  }
  await scene.close().catch((error: Error) => scene.expect(false, `all can be put away: ${error.message}`));
  const seconds = Math.round((Date.now() - began) / 1000);
  const { figures, broken } = scene;
  return { fault: fault.name, store, promises: fault.promises, seconds, figures, broken: [...broken] };
}

/** Rejects where a signal comes. */
function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    if (!signal) return;
    // One for each fault that was tried.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** On which stores a fault is tried. */
export const storesOf = ({ stores, short }: Fault, isShort: boolean): readonly StoreKind[] =>
  isShort ? (short ?? stores) : stores;

/** Tries what waits, one after another, on a PostgreSQL that nobody else has: a fault may end it. */
async function work(waiting: Trial[], options: Options, results: Result[]): Promise<void> {
  const needsPostgres = waiting.some(({ store }) => store === 'postgres');
  // What it acknowledged must survive its end.
  const postgres = needsPostgres ? await startPostgres({ durable: true }) : undefined;
  try {
    while (!options.signal?.aborted) {
      const trial = waiting.shift();
      if (!trial) break;
      const result = await tryOne(trial, options, postgres);
      results.push(result);
      options.onResult?.(result);
    }
  } finally {
    await postgres?.stop();
  }
}

/** Of the short form, which measures nothing: most of a fault is waiting. */
const AT_ONCE = 3;

/** Tries faults, each on a store of its own of each kind that it concerns. */
export async function runFaults(faults: readonly Fault[], options: Options): Promise<Result[]> {
  const waiting = options.stores.flatMap((store) =>
    faults.filter((fault) => storesOf(fault, options.isShort).includes(store)).map((fault) => ({ fault, store })),
  );
  const results: Result[] = [];
  const workers = Array.from({ length: options.isShort ? AT_ONCE : 1 }, () => work(waiting, options, results));
  await Promise.all(workers);
  return results;
}
