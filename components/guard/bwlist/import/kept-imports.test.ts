import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { idsOf, keepImport, keptImport, runsOf } from './kept-imports';

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

it('runs have exactly the ids that they were made of, in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), (ids) => {
      expect(idsOf({ runs: runsOf(ids) })).toEqual(ids);
    }),
  );
  const batch = Array.from({ length: 100_000 }, (_, i) => 7 + i);
  expect(runsOf(batch)).toEqual([[7, 100_000]]);
});

it('the last import into a list is kept for who made it, until all of it was removed', () => {
  keepImport('1', 5, 'feed.txt', [1, 2, 3]);
  keepImport('1', 5, 'second.txt', [4, 5, 9]);
  keepImport('1', 6, 'other.txt', [8]);
  expect(keptImport('1', 5)).toMatchObject({
    name: 'second.txt',
    runs: [
      [4, 2],
      [9, 1],
    ],
  });
  expect(keptImport('2', 5)).toBeUndefined();
  keepImport('1', 5, 'second.txt', []);
  expect(keptImport('1', 5)).toBeUndefined();
  expect(keptImport('1', 6)).toMatchObject({ name: 'other.txt' });
});

it('is bounded in lists and in runs, and reads nothing that is not its own', () => {
  for (let id = 0; id < 50; id++) keepImport('1', id, 'feed.txt', [id]);
  expect(JSON.parse(stored.get('parapet.imports.1') ?? '')).toHaveLength(20);
  keepImport(
    '1',
    49,
    'scattered.txt',
    Array.from({ length: 5_000 }, (_, i) => 2 * i),
  );
  expect(keptImport('1', 49)).toBeUndefined();
  stored.set('parapet.imports.1', '[{"ipset_id":"x"}]');
  expect(keptImport('1', 48)).toBeUndefined();
});
