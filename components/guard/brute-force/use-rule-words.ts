'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import type { BruteForceRule } from '@/lib/guard/brute-force/contract';

/** A rule's limit and what follows when it is passed, in words. */
export function useRuleWords() {
  const t = useTranslations('guard.brute-force');
  const word = useWord();
  return {
    limit: ({ rate, rate_time, req_time_unit, level }: BruteForceRule) =>
      t('limit', {
        rate,
        time: rate_time,
        unit: t(`per.${req_time_unit}`, { count: rate_time }),
        who: word('words.counted_by', level),
      }),
    action: ({ action }: BruteForceRule) =>
      t('action_for', { action: word('words.brute_force_action', action.type), seconds: action.duration }),
  };
}
