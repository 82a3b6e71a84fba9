'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '@/components/layout/account/session';
import { PageHeader } from '@/components/ui/content/page-header';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { query } from '@/lib/api/client';
import { plans } from '@/lib/plan/plans/contract';
import { PlanTable } from './plan-table';
import { UsagePanel } from './usage-panel';
import { useOwnUsage } from './use-own-usage';

/** As many as one page of the API has. */
const SIZE = 100;

/** The plan of the caller's account with what it uses, and the catalogue. */
export function PlansScreen() {
  const t = useTranslations('plan.plans');
  const usage = useOwnUsage();
  const catalogue = useQuery(query(plans.list, { query: { size: String(SIZE) } }));
  const { is_platform } = useSession();
  const error = usage.error ?? catalogue.error;
  const retry = () => void Promise.all([usage.refetch(), catalogue.refetch()]);
  return (
    <>
      <PageHeader title={t('title')} description={t(is_platform ? 'description_staff' : 'description')} />
      {error ? <ErrorState error={error} what="plan.plans.title" permission="plan.plan.list" onRetry={retry} /> : null}
      <div className="flex flex-col gap-3">
        {usage.data ? <UsagePanel usage={usage.data} /> : null}
        {catalogue.data && catalogue.data.total === 0 ? <EmptyFrame title={t('empty')} /> : null}
        {catalogue.data && catalogue.data.total > 0 ? (
          <PlanTable plans={catalogue.data.list} own={usage.data?.plan?.plan_id} />
        ) : null}
      </div>
    </>
  );
}
