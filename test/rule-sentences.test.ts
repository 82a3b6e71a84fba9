import fc from 'fast-check';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import type { RuleValues } from '@/components/guard/rules/kind';
import {
  conditionText,
  durationText,
  limitText,
  sentenceOf,
  type Texts,
} from '@/components/guard/rules/words/sentence';
import { messages } from '@/lib/generated/messages';
import {
  ACL_ACTIONS,
  CC_ACTIONS,
  FIELD_NAMES,
  LIMIT_SCOPES,
  MATCH_FIELDS,
  OPERATORS,
} from '@/lib/guard/rules/vocabulary';
import { LOCALES, type Locale } from '@/lib/i18n/locales';

type Markup = { markup: (key: string, values: object) => string };

function textsOf(locale: Locale): Texts & Markup {
  const onError = (error: Error) => {
    throw error;
  };
  const all = messages[locale] as unknown as Record<string, never>;
  return createTranslator({ locale, messages: all, onError }) as unknown as Texts & Markup;
}
const TEXTS = Object.fromEntries(LOCALES.map((locale) => [locale, textsOf(locale)])) as Record<Locale, Texts & Markup>;

function say(locale: Locale, kind: 'cc' | 'acl', rule: RuleValues): string {
  const { key, values } = sentenceOf(TEXTS[locale], locale, kind, rule);
  return TEXTS[locale].markup(key, { ...values, b: (words: string) => words });
}

const login: RuleValues = {
  name: 'Sign-in',
  matches: [
    { field: 'path', op: 'prefix', data: '/login' },
    { field: 'method', op: 'in', data: 'POST, PUT' },
  ],
  limit: { threshold: 10, period: 60, scope: 'ip' },
  action: { action_type: 'limit', duration: 600 },
};
const country: RuleValues = {
  name: 'Countries',
  matches: [{ field: 'country', op: 'not_in', data: 'CN,DE,FR,JP,BR' }],
  action: { action_type: 'block', content: '', duration: 0 },
};

describe('the sentence of a rule', () => {
  it('says limit, conditions and effect', () => {
    expect(say('en-US', 'cc', login)).toBe(
      'When one IP address sends more than 10 requests in 60 seconds whose path begins with /login and method is one of POST, PUT, it is limited for 10 minutes.',
    );
    expect(say('zh-CN', 'cc', login)).toBe(
      '同一 IP 地址在 60 秒内，路径开头是 /login，且方法属于 POST、PUT 的请求超过 10 次时，限速 10 分钟。',
    );
  });

  it('names countries and counts the rest', () => {
    expect(say('en-US', 'acl', country)).toBe(
      'Requests whose country or region is none of China, Germany, France and 2 more are blocked.',
    );
    expect(say('zh-CN', 'acl', country)).toBe('国家/地区不属于中国、德国、法国等 5 项的请求：拦截。');
  });

  it.each(LOCALES)('has words for everything a rule can be, %s', (locale) => {
    const whole = /^[^{}<>]+$/;
    const matches = FIELD_NAMES.flatMap((field) =>
      MATCH_FIELDS[field].operators.map((op) => ({ field, op, data: /exists/.test(op) ? '' : '1' })),
    );
    for (const match of matches) {
      const said = conditionText(TEXTS[locale], locale, match);
      expect(said).toMatch(whole);
      expect(said).not.toMatch(/guard\.rules|words\./);
    }
    const scopes = LIMIT_SCOPES.map((scope) => say(locale, 'cc', { ...login, limit: { ...login.limit, scope } }));
    expect(new Set(scopes).size).toBe(LIMIT_SCOPES.length);
    const effects = [0, 60].flatMap((duration) => [
      ...CC_ACTIONS.map((action_type) => say(locale, 'cc', { ...login, action: { action_type, duration } })),
      ...ACL_ACTIONS.map((action_type) => say(locale, 'acl', { ...country, action: { action_type, duration } })),
    ]);
    expect(new Set(effects).size).toBe(2 * (CC_ACTIONS.length + ACL_ACTIONS.length));
    for (const said of [...scopes, ...effects]) expect(said).not.toMatch(/guard\.rules/);
  });

  it('can be said of anything that is typed', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('{', "'{x}'", '<b>', '#', '__proto__', 'header:'),
    );
    const anything = fc.oneof(fc.jsonValue(), fc.constant({ toString: 1 }));
    const match = fc.record({ field: text, op: fc.oneof(text, fc.constantFrom(...OPERATORS)), data: text });
    fc.assert(
      fc.property(fc.array(match, { maxLength: 3 }), anything, text, (matches, value, action_type) => {
        const rule = {
          ...login,
          matches,
          limit: { threshold: value, period: value, scope: value },
          action: { action_type },
        };
        for (const locale of LOCALES) expect(say(locale, 'cc', rule as never)).not.toBe('');
      }),
      { numRuns: 20 },
    );
  });
});

describe('figures', () => {
  it('are in the largest unit above a minute', () => {
    const t = TEXTS['en-US'];
    const said = [1, 60, 90, 120, 3600, 86_400, 172_800].map((seconds) => durationText(t, seconds));
    expect(said).toEqual(['1 second', '60 seconds', '90 seconds', '2 minutes', '1 hour', '1 day', '2 days']);
    expect(limitText(t, { threshold: 1000, period: 60 })).toBe('1,000 per 60 seconds');
    expect(limitText(TEXTS['zh-CN'], { threshold: 10, period: 60 })).toBe('10 次 / 60 秒');
    expect(limitText(t, { threshold: 'many' })).toBe('');
  });
});
