import { afterEach, expect, it, vi } from 'vitest';
import { comparer } from './compare';

afterEach(() => vi.restoreAllMocks());

const lines = (count: number, of: (number: number) => string) =>
  Array.from({ length: count }, (_, n) => of(n)).join('\n');

it('shows what changed, was added and was removed', () => {
  const compare = comparer();
  expect(compare('a\nb\n', 'a\nb\n')).toEqual({ change: 'same', diff: '' });
  expect(compare('a\nb\n', 'a\nc\n')).toMatchObject({ change: 'changed', diff: expect.stringContaining('-b\n+c\n') });
  expect(compare(undefined, 'a\n')).toMatchObject({ change: 'added', diff: expect.stringContaining('+a\n') });
  expect(compare('a\n', undefined)).toMatchObject({ change: 'removed', diff: expect.stringContaining('-a\n') });
});

it('compares on a machine that is slow', () => {
  let now = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => {
    now += 1_000;
    return now;
  });
  expect(comparer()('a\nb\n', 'a\nc\n').diff).toContain('+c');
});

it('shows thousands of lines that were added at the end', () => {
  const before = lines(2_000, (n) => `old ${n}`);
  const { diff } = comparer()(`${before}\n`, `${before}\n${lines(4_000, (n) => `new ${n}`)}\n`);
  expect(diff.match(/^\+new/gm)).toHaveLength(4_000);
});

it('ends where too much differs, for all files of an answer together', () => {
  const [before, after] = [lines(1_000, (n) => `old ${n}`), lines(1_000, (n) => `new ${n}`)];
  const compare = comparer();
  expect(compare(before, after)).toEqual({ change: 'changed', diff: '' });
  expect(compare('a', 'b')).toEqual({ change: 'changed', diff: '' });
  expect(comparer()('a', 'b').diff).toContain('+b');
});
