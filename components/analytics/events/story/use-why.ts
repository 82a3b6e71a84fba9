'use client';

import { useTranslations } from 'next-intl';
import type { EventVO } from '@/lib/analytics/search/contract';

/** Why a request got its verdict, as far as its log says. */
export function useWhy(): (event: EventVO) => string {
  const t = useTranslations('analytics.events.why');
  return ({ action, rule_id, attack_class }) => {
    // A list has no number of a rule.
    if (rule_id === 0 && action === 'block' && attack_class !== '') return t('by_list');
    if (rule_id === 0) return t(t.has(`without_rule.${action}`) ? `without_rule.${action}` : 'unknown');
    return t(t.has(`by_rule.${action}`) ? `by_rule.${action}` : 'unknown', { rule: String(rule_id) });
  };
}
