'use client';

import { useTranslations } from 'next-intl';
import type { BruteForceRule } from '@/lib/guard/brute-force/contract';

/** A rule's limit and what follows when it is passed, in words. */
export function useRuleWords() {
  const t = useTranslations('guard.brute-force');
  return {
    limit: ({ rate, rate_time, req_time_unit, level }: BruteForceRule) =>
      t('limit', {
        rate,
        time: rate_time,
        unit: t(`per.${req_time_unit}`, { count: rate_time }),
        who: t(`levels.${level}`),
      }),
    action: ({ action }: BruteForceRule) =>
      t('action_for', { action: t(`actions.${action.type}`), seconds: action.duration }),
  };
}
