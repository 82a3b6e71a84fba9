import { expect, it } from 'vitest';
import { islandsOf } from './islands';

it('shows each theme and each language once', () => {
  const shown = (...choice: Parameters<typeof islandsOf>) => islandsOf(...choice).map((i) => `${i.theme} ${i.locale}`);
  expect(shown('both', 'both')).toEqual(['light en-US', 'dark zh-CN']);
  expect(shown('both', 'zh-CN')).toEqual(['light zh-CN', 'dark zh-CN']);
  expect(shown('dark', 'both')).toEqual(['dark en-US', 'dark zh-CN']);
  expect(shown('light', 'zh-CN')).toEqual(['light zh-CN']);
});
