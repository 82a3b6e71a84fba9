'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { DEFAULT_LOCALE, isLocale } from '@/lib/i18n/locales';
import type { RuleValues } from '../kind';
import { conditionsText, durationText, fieldText, limitText, type Texts } from './sentence';

/** The words of rules in the language around. */
export function useRuleWords() {
  const t = useTranslations() as unknown as Texts;
  const given = useLocale();
  const locale = isLocale(given) ? given : DEFAULT_LOCALE;
  return useMemo(
    () => ({
      t,
      locale,
      field: (field: string) => fieldText(t, field),
      conditions: ({ matches }: RuleValues) => conditionsText(t, locale, matches),
      limit: ({ limit }: RuleValues) => limitText(t, limit),
      duration: (seconds: number) => durationText(t, seconds),
    }),
    [t, locale],
  );
}
