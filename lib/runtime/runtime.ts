import { type Config, readConfig } from '@/lib/config/env';
import { runtimeParts } from '@/lib/generated/runtime-parts';
import { Jobs } from '@/lib/jobs/jobs';
import { freeAll } from '@/lib/jobs/queue';
import { createLogger } from '@/lib/log/logger';
import { Closers } from './closers';
import { type Core, openCore } from './core';
import { openParts } from './part';

/** What the frame itself provides: work after the commit may need every part, so it begins last and ends first. */
type Frame = Core & { jobs: Jobs; close(): Promise<void> };

/**
 * Everything a process needs while it serves; handed to whoever needs it, never imported as state. Modules declare
 * here what their `runtime.ts` adds.
 */
export interface Runtime extends Frame {}

/** What services work with: its end, its own token and ports and the first password are the process's alone. */
export type ServiceRuntime = Omit<
  Runtime,
  'close' | 'ending' | 'firstPassword' | 'localToken' | 'localTokenHash' | 'ownPorts'
>;

/** A name that a module adds. */
export type PartName = Exclude<keyof Runtime, keyof Frame>;

/** Opens the stores, brings them up to date and applies what the operator provided. Throws ConfigError. */
export async function openRuntime(config: Config): Promise<Runtime> {
  const log = createLogger(config.LOG_LEVEL);
  const closers = new Closers();
  try {
    const core = await openCore(config, log, closers);
    const parts = await openParts(core, runtimeParts, closers);
    const jobs = new Jobs(() => runtime);
    const runtime: Runtime = { ...core, ...parts, jobs, close: () => closers.close() };
    closers.add(() => jobs.close());
    // Nobody else works on the embedded store, so what a killed process had is free at once.
    if (core.store.kind === 'embedded') await core.store.transaction(freeAll);
    await jobs.start();
    return runtime;
  } catch (error) {
    await closers.close().catch((err: unknown) => log.warn({ err }, 'what was opened cannot be closed'));
    throw error;
  }
}

const KEY = Symbol.for('parapet.runtime');
type Holder = { [KEY]?: Promise<Runtime> };

/** The front server shares its runtime with the pages Next renders in the same process. */
export function shareRuntime(runtime: Runtime): void {
  (globalThis as Holder)[KEY] = Promise.resolve(runtime);
}

/** The process's runtime; opened at the first call where no front server has done so. */
export function sharedRuntime(): Promise<Runtime> {
  const holder = globalThis as Holder;
  holder[KEY] ??= openRuntime(readConfig());
  return holder[KEY];
}
