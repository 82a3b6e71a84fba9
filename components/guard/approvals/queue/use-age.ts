'use client';

import { useTranslations } from 'next-intl';
import { useNow } from '@/components/layout/preferences/use-format';
import { ageOf } from './age';

/** Words for how long something has waited, kept up to date. */
export function useAge(): (since: number) => string {
  const t = useTranslations('guard.approvals.age');
  const now = useNow();
  return (since) => {
    const { unit, major, minor } = ageOf(since, now);
    return t(unit, { major, minor });
  };
}
