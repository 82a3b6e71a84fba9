import { expect, it } from 'vitest';
import { CACHE_STATUSES, UA_CLASSES } from '@/lib/analytics/events/vocabulary';
import { valueToken } from './colour';

const tokensOf = (name: string, values: readonly string[]) =>
  values.map((value) => valueToken({ name, type: 'enum', values: [...values] }, value));

it('leaves the ordinary value of an enum in the colour of stone, and begins with the first hue after it', () => {
  expect(tokensOf('ua_class', UA_CLASSES).slice(0, 3)).toEqual(['pass', 'chart-1', 'chart-2']);
  expect(tokensOf('cache_status', CACHE_STATUSES).slice(0, 3)).toEqual(['pass', 'chart-1', 'chart-2']);
  expect(tokensOf('outcome', ['ok', 'failed'])).toEqual(['pass', 'blocked']);
  expect(tokensOf('level', ['browser', 'hit'])).toEqual(['chart-1', 'chart-2']);
});

it('gives each value of a set a colour of its own', () => {
  for (const values of [UA_CLASSES, CACHE_STATUSES]) {
    expect(new Set(tokensOf(values === UA_CLASSES ? 'ua_class' : 'cache_status', values)).size).toBe(values.length);
  }
});
