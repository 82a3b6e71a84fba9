import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ALONE, LONG } from '@/test/long-files';
import { MUTANTS } from './list';

const isThere = (file: string, text: string) => existsSync(file) && readFileSync(file, 'utf8').includes(text);

it('what is to be broken is still in the product, and so are the tests meant to notice', () => {
  expect(MUTANTS.filter(({ file, from }) => !isThere(file, from)).map(({ name }) => name)).toEqual([]);
  expect(MUTANTS.flatMap(({ tests }) => tests).filter((file) => !existsSync(file))).toEqual([]);
});

it('`npm test` notices each break', () => {
  const left = new Set([...ALONE, ...LONG]);
  expect(MUTANTS.filter(({ tests }) => tests.every((file) => left.has(file))).map(({ name }) => name)).toEqual([]);
});
