'use client';

import { useTranslations } from 'next-intl';
import type { OriginGroup } from '@/lib/guard/origin-groups/contract';

/** What a group is called; the default one has a word of the reader's language. */
export function useGroupName(): (group: OriginGroup) => string {
  const t = useTranslations('guard.origin-groups');
  return (group) => (group.is_default ? t('default') : group.name);
}
