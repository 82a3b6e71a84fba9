import { getEventListeners } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { firstAborted } from './first-aborted';

it('ends with the first of several, for the reason of that', () => {
  const [stop, limit] = [new AbortController(), new AbortController()];
  const { signal } = firstAborted(stop.signal, undefined, limit.signal);
  expect(signal.aborted).toBe(false);
  limit.abort(new Error('late'));
  stop.abort(new Error('stopped'));
  expect(signal.reason).toMatchObject({ message: 'late' });
});

it('has ended where one of them has', () => {
  expect(firstAborted(new AbortController().signal, AbortSignal.abort('gone')).signal.reason).toBe('gone');
});

it('leaves nothing in what outlives it', () => {
  const stop = new AbortController();
  for (let i = 0; i < 100; i++) firstAborted(stop.signal, new AbortController().signal).release();
  const aborted = new AbortController();
  firstAborted(stop.signal, aborted.signal);
  aborted.abort();
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});

it('is what everything uses in place of AbortSignal.any', () => {
  const files = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const users = files.filter((file) => readFileSync(path.join('lib', file), 'utf8').includes('AbortSignal.any('));
  expect(files.length).toBeGreaterThan(500);
  expect(users).toEqual([]);
});
