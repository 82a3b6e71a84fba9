import { AsyncLocalStorage } from 'node:async_hooks';
import type { Owner } from './owner';

const owners = new AsyncLocalStorage<() => Owner>();

/** What the process does of itself: jobs, the start. */
const PROCESS: Owner = { oem_id: '', account: 'process', address: '' };

/**
 * Does work on behalf of somebody, so that what it asks of the store waits in their turns. `owner` is asked each time: who
 * sends a request is known only when the store has said it.
 */
export const onBehalf = <T>(owner: () => Owner, work: () => T): T => owners.run(owner, work);

/** On whose behalf the caller works. */
export const currentOwner = (): Owner => owners.getStore()?.() ?? PROCESS;
