import { expect, it } from 'vitest';
import { LOCALES } from '@/lib/i18n/locales';
import { islandsOf } from './islands';

it('shows each theme and each language once', () => {
  const shown = (...choice: Parameters<typeof islandsOf>) => islandsOf(...choice).map((i) => `${i.theme} ${i.locale}`);
  expect(shown('both', 'both')).toEqual(LOCALES.map((locale, i) => `${i % 2 === 0 ? 'light' : 'dark'} ${locale}`));
  expect(shown('both', 'zh-CN')).toEqual(['light zh-CN', 'dark zh-CN']);
  expect(shown('dark', 'both')).toEqual(LOCALES.map((locale) => `dark ${locale}`));
  expect(shown('light', 'zh-CN')).toEqual(['light zh-CN']);
});
