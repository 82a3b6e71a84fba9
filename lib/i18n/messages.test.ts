import { describe, expect, it } from 'vitest';
import { pageTexts } from '@/lib/generated/page-texts';
import { LOCALES } from './locales';
import { type Messages, pageMessages } from './messages';

const at = (tree: Messages, path: string) =>
  path
    .split('.')
    .reduce<Messages | string | undefined>((node, key) => (typeof node === 'object' ? node[key] : undefined), tree);

describe.each(LOCALES)('texts of a page, %s', (locale) => {
  it.each(Object.entries(pageTexts))('%s gets every text that it names', (route, paths) => {
    const given = pageMessages(locale, `${route.replace('[id]', '42')}?tab=x`);
    for (const path of paths) expect(at(given, path), path).toEqual(at(pageMessages(locale, null), path));
  });

  it('is no more than the page names', () => {
    const signIn = pageMessages(locale, '/login?next=%2F');
    expect(Object.keys(signIn).sort()).toEqual(['auth', 'common']);
    expect(JSON.stringify(signIn).length).toBeLessThan(JSON.stringify(pageMessages(locale, null)).length / 20);
  });

  it('says where there is no page that there is none, and no more', () => {
    const nowhere = pageMessages(locale, '/nowhere');
    expect(at(nowhere, 'common.not_found.title')).toBeDefined();
    expect(JSON.stringify(nowhere).length).toBeLessThan(JSON.stringify(pageMessages(locale, null)).length / 5);
    for (const address of ['/guard/domains/', '/guard/domains/1/2/3']) {
      expect(pageMessages(locale, address)).toEqual(nowhere);
    }
  });

  it('is the whole language where no address is known, without the errors', () => {
    expect(Object.keys(pageMessages(locale, null))).toContain('sentence');
    expect(Object.keys(pageMessages(locale, null))).not.toContain('err');
  });

  it('tells a named page from a parameter', () => {
    expect(pageMessages(locale, '/guard/domains/new')).not.toEqual(pageMessages(locale, '/guard/domains/7'));
  });
});
