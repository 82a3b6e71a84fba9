import { describe, expect, it } from 'vitest';
import { fromAcceptLanguage, resolveLocale } from './locales';

describe('locale', () => {
  it('takes the cookie when it names a language we have', () => {
    expect(resolveLocale('zh-CN', 'en')).toBe('zh-CN');
    expect(resolveLocale('../../etc', 'zh')).toBe('zh-CN');
  });

  it('weighs Accept-Language', () => {
    expect(fromAcceptLanguage('eo,zh;q=0.8,en;q=0.9')).toBe('en-US');
    expect(fromAcceptLanguage('zh-TW')).toBe('zh-CN');
    expect(fromAcceptLanguage('zh;q=0, eo')).toBe('en-US');
    expect(fromAcceptLanguage(null)).toBe('en-US');
    expect(fromAcceptLanguage(';;;,,q=x')).toBe('en-US');
  });
});
