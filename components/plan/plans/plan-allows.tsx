'use client';

import { useTranslations } from 'next-intl';
import type { Plan } from '@/lib/plan/plans/contract';
import type { Quota } from '@/lib/plan/plans/vocabulary';

/** What a plan allows of one quota. */
export function PlanAllows({ plan, quota }: { plan: Plan; quota: Quota }) {
  const t = useTranslations('plan.plans');
  const limit = plan.content[quota];
  if (limit === undefined) return <span className="text-ink-3">{t('unlimited')}</span>;
  return t(`allows.${quota}`, { count: limit });
}
