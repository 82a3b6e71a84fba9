import compile from 'icu-minify/compile';
import format from 'icu-minify/format';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { messages } from '@/lib/generated/messages';
import { LOCALES } from './locales';
import type { Messages } from './messages';
import { translator } from './translate';

const formatters = {
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};

function* textsOf(tree: Messages, at: string[] = []): Generator<[string, string]> {
  for (const [key, node] of Object.entries(tree)) {
    if (typeof node === 'string') yield [[...at, key].join('.'), node];
    else yield* textsOf(node, [...at, key]);
  }
}

const inTag = (chunks: unknown) => `[${[chunks].flat(2).join('')}]`;

/** One value for every argument of a text, and a function for every tag. */
function valuesOf(source: string, value: number) {
  const names = [...source.matchAll(/\{(\w+)/g)].map(([, name = '']) => [name, value] as const);
  const tags = [...source.matchAll(/<(\w+)>/g)].map(([, name = '']) => [name, inTag] as const);
  return Object.fromEntries<number | typeof inTag>([...names, ...tags]);
}

describe.each(LOCALES)('compiled texts, %s', (locale) => {
  it.each([0, 1, 2, 1234])('say what their source says, with %d', (value) => {
    const onError = (error: Error) => {
      throw error;
    };
    const t = createTranslator({ locale, messages: messages[locale] as unknown as Record<string, never>, onError });
    for (const [key, source] of textsOf(messages[locale])) {
      const values = valuesOf(source, value);
      const said = [format<string>(compile(source), locale, values, { formatters })].flat().join('');
      expect(said, key).toBe(t.markup(key as never, values as never));
      const isServers = key.startsWith('err.') && !source.includes('<');
      if (isServers) expect(translator(locale)(key, values as Record<string, number>), key).toBe(said);
    }
  });

  it('are themselves where there is none', () => {
    expect(translator(locale)('err.guard.none')).toBe('err.guard.none');
    expect(translator(locale)('err')).toBe('err');
  });
});
