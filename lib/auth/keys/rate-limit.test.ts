import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { takeShared } from './rate-limit';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

it('the shared bucket holds a hundred, fills with time, and is each key’s own', async () => {
  const { store } = parapet.runtime;
  const take = (key_id: string) => store.transaction((tx) => takeShared(tx, key_id));
  const started = performance.now();
  let passed = 0;
  for (let i = 0; i < 300; i++) if (await take('a')) passed++;
  const earned = Math.ceil((performance.now() - started) / 10) + 1;
  expect(passed).toBeGreaterThanOrEqual(100);
  expect(passed).toBeLessThanOrEqual(100 + earned);
  expect(await take('b')).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(await take('a')).toBe(true);
});
