import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { timeLimit } from './time-limit';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Waits for a signal that nobody else holds. */
const ended = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason), { once: true }));

it('ends what hangs, whatever is collected meanwhile', async () => {
  const caller = new AbortController();
  const ends = Array.from({ length: 20 }, () => ended(timeLimit(200, caller.signal)));
  for (let i = 0; i < 5; i++) {
    await pause(10);
    collect();
  }
  for (const reason of await Promise.all(ends)) expect(reason).toMatchObject({ name: 'TimeoutError' });
  expect(caller.signal.aborted).toBe(false);
});

it('ends with its caller, for the reason of that', async () => {
  const caller = new AbortController();
  const end = ended(timeLimit(60_000, undefined, caller.signal));
  caller.abort(new Error('stopped'));
  expect(await end).toMatchObject({ message: 'stopped' });
});

it('needs no caller', async () => {
  expect(await ended(timeLimit(1))).toMatchObject({ name: 'TimeoutError' });
});
