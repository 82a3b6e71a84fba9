'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { usePermission } from '@/components/layout/account/session';
import { Detail, DetailSkeleton } from '@/components/layout/page/detail';
import { useFormat } from '@/components/layout/preferences/use-format';
import { KeyValueList } from '@/components/ui/content/key-value-list';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { ErrorState } from '@/components/ui/states/error-state';
import { type Plan, type PlanUsage, plans } from '@/lib/plan/plans/contract';
import { PlanRoom } from './plan-room';
import { PlanTags } from './plan-tags';
import { useDuration } from './use-duration';
import { useOwnUsage } from './use-own-usage';

/** The page of one plan: what it allows, beside what the caller's account uses. */
export function PlanScreen({ id }: { id: string }) {
  const isAllowed = usePermission()('plan.plan.list');
  const usage = useOwnUsage(isAllowed);
  return (
    <Detail endpoint={plans.view} id={id} back="/plan/plans">
      {/* What the account uses adds columns, which would move the others. */}
      {(plan) => (usage.isLoading ? <DetailSkeleton /> : <Loaded plan={plan} usage={usage} />)}
    </Detail>
  );
}

function Loaded({ plan, usage }: { plan: Plan; usage: UseQueryResult<PlanUsage | null> }) {
  const own = usage.data?.plan?.plan_id;
  return (
    <>
      <PageHeader
        title={plan.name}
        beside={<PlanTags plan={plan} isOwn={own === plan.plan_id} />}
        description={plan.scene || undefined}
      />
      <div className="flex flex-col gap-3">
        {usage.error ? (
          <ErrorState error={usage.error} what="plan.plans.used_by_account" onRetry={() => usage.refetch()} />
        ) : null}
        <PlanRoom plan={plan} usage={usage.data} />
        <PlanFacts plan={plan} />
      </div>
    </>
  );
}

function PlanFacts({ plan }: { plan: Plan }) {
  const t = useTranslations('plan.plans');
  const word = useWord();
  const format = useFormat();
  const duration = useDuration();
  const facts = [
    { label: t('fields.prod_type'), value: word('words.prod_type', plan.prod_type) },
    { label: t('fields.price'), value: format.number(plan.price, 2) },
    { label: t('fields.valid'), value: duration(plan) },
    { label: t('fields.version'), value: plan.version },
    { label: t('fields.comment'), value: plan.comment },
  ];
  return (
    <Panel title={t('about')}>
      <KeyValueList facts={facts.filter(({ value }) => value !== '')} />
    </Panel>
  );
}
