'use client';

import { useTranslations } from 'next-intl';
import { Tag } from '@/components/ui/content/tag';
import type { Plan } from '@/lib/plan/plans/contract';

/** Whether a plan is the account's own, and whether everybody may have it. */
export function PlanTags({ plan, isOwn }: { plan: Plan; isOwn: boolean }) {
  const t = useTranslations('plan.plans');
  return (
    <>
      {isOwn ? <Tag>{t('yours')}</Tag> : null}
      {plan.open_status ? null : <Tag>{t('by_agreement')}</Tag>}
    </>
  );
}
