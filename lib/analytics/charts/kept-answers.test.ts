import { expect, it } from 'vitest';
import type { AnalyticsStore } from '../store/store';
import { answersOf } from './kept-answers';

const answer = { rows: [{ name: 'a', n: 1 }], source: 'events' };

function storeAt(version: number) {
  const at = { version };
  return { at, store: { version: () => at.version } as AnalyticsStore };
}

it('answers are kept until the store moves on, and none of before is', async () => {
  const { at, store } = storeAt(1);
  const first = await answersOf(store);
  first.answers.set(first.version, 'q', answer);
  expect((await answersOf(store)).answers.get('q')).toBe(answer);

  at.version = 2;
  const next = await answersOf(store);
  expect(next.version).toBe(2);
  expect(next.answers.get('q')).toBeUndefined();
});

it('an answer that was read before a commit is not kept after it', async () => {
  const { at, store } = storeAt(1);
  const before = await answersOf(store);
  at.version = 2;
  const { answers } = await answersOf(store);
  before.answers.set(before.version, 'q', answer);
  expect(answers.get('q')).toBeUndefined();
});

it('they have a bound in bytes, all together and each', async () => {
  const { answers, version } = await answersOf(storeAt(1).store);
  const text = 'x'.repeat(400_000);
  for (let i = 0; i < 100; i++) answers.set(version, `q-${i}`, { ...answer, rows: [{ name: text, n: i }] });
  const kept = Array.from({ length: 100 }, (_, i) => answers.get(`q-${i}`)).filter(Boolean).length;
  expect(kept).toBeGreaterThan(30);
  expect(kept).toBeLessThan(45);
  answers.set(version, 'large', { ...answer, rows: [{ name: text + text, n: 0 }] });
  expect(answers.get('large')).toBeUndefined();
});
