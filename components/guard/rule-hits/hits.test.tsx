import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { IntlProvider } from '@/components/layout/preferences/intl-provider';
import enCommon from '@/messages/en-US/common.json';
import en from '@/messages/en-US/guard/rule-hits.json';
import zhCommon from '@/messages/zh-CN/common.json';
import zh from '@/messages/zh-CN/guard/rule-hits.json';
import { Hits } from './hits';

const TEXTS = { 'en-US': [en, enCommon], 'zh-CN': [zh, zhCommon] } as const;

function shown(locale: keyof typeof TEXTS, hits: number | null | undefined, href?: string) {
  const [own, common] = TEXTS[locale];
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider initial={{ locale, messages: { common, guard: { 'rule-hits': own } } }}>
        <Hits hits={hits} reason="unnamed" href={href} />
      </IntlProvider>
    </QueryClientProvider>,
  );
}

it.each(['en-US', 'zh-CN'] as const)('says in words why hits are unknown: %s', (locale) => {
  expect(shown(locale, null)).toContain(`>${TEXTS[locale][0].unnamed}<`);
  expect(shown(locale, null)).not.toMatch(/sr-only|title=|aria-hidden/);
});

it('shows hits as a number and a dash until they are known', () => {
  expect(shown('en-US', 1234)).toBe('1,234');
  expect(shown('en-US', undefined)).toContain('—');
});

it('leads to the requests behind a number, and nowhere where there are none', () => {
  expect(shown('en-US', 1234, '/analytics/events?filter=rule_id%3A7')).toMatch(
    /<a [^>]*filter=rule_id%3A7[^>]*>1,234</,
  );
  expect(shown('en-US', 0, '/analytics/events')).toBe('0');
});
