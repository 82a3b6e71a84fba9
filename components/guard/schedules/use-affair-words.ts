'use client';

import { useTranslations } from 'next-intl';
import type { AffairContent } from './affair-content';

/** What an affair was made for, and for which domains, in words. */
export function useAffairWords() {
  const t = useTranslations('guard.schedules.affair');
  const causeOf = ({ cause }: AffairContent) => (cause ? t(`causes.${cause}`) : t('title'));
  const domainsOf = ({ changes }: AffairContent) => {
    const [only] = changes;
    return changes.length === 1 && only ? only.domain || only.name : t('domains', { count: changes.length });
  };
  return {
    causeOf,
    domainsOf,
    titleOf: (content: AffairContent) => t('of', { cause: causeOf(content), domains: domainsOf(content) }),
  };
}
