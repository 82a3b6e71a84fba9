import { useTranslations } from 'next-intl';
import type { Plan } from '@/lib/plan/plans/contract';

/** For how long a plan is sold, in words. */
export function useDuration(): (plan: Pick<Plan, 'valid'>) => string {
  const t = useTranslations('plan.plans');
  return ({ valid }) => (valid === 0 ? t('no_end') : t('days', { count: valid }));
}
