import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cases, points } from './abuse-cases';

const root = path.resolve(import.meta.dirname, '..');
const LAST_CASE = 126;
const LAST_POINT = 10;
const SMALLER = ['names', 'signs', 'narrow', 'abroad', 'bare key', 'metadata', 'origin'];

/** Lines that can hold the title of a test, one of its rows, or what an attack or a fault promises. */
const TITLE = /^(it|test|describe|promises)\b|^[\])['"`[]/;

const titles = new Map<string, string>();
function titlesOf(file: string): string {
  const known = titles.get(file);
  if (known !== undefined) return known;
  const at = path.join(root, file);
  const lines = existsSync(at) ? readFileSync(at, 'utf8').split('\n') : [];
  const found = lines
    .map((line) => line.trim())
    .filter((line) => TITLE.test(line))
    .join('\n');
  titles.set(file, found);
  return found;
}

describe.each([
  ['the cases', cases],
  ['the points', points],
])('%s', (_name, list) => {
  it('name tests that exist', () => {
    const named = list.flatMap(({ number, shown }) =>
      Object.entries(shown).flatMap(([file, parts]) => parts.map((part) => ({ number, file, part }))),
    );
    expect(named.filter(({ file, part }) => part === '' || !titlesOf(file).includes(part))).toEqual([]);
  });

  it('say what is not shown where no test is named', () => {
    const bare = list.filter(({ shown, lacks }) => Object.keys(shown).length === 0 && !lacks);
    expect(bare).toEqual([]);
  });
});

const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);

it('each case and each point is there once', () => {
  expect(cases.map(({ number }) => number)).toEqual(upTo(LAST_CASE));
  expect(points.map(({ number }) => number)).toEqual([...upTo(LAST_POINT).map(String), ...SMALLER]);
});
