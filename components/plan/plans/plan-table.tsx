'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import type { Column } from '@/components/data-table/columns/types';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Panel } from '@/components/ui/content/panel';
import type { Plan } from '@/lib/plan/plans/contract';
import { QUOTAS } from '@/lib/plan/plans/vocabulary';
import { PlanAllows } from './plan-allows';
import { PlanTags } from './plan-tags';
import { useDuration } from './use-duration';

const idOf = ({ plan_id }: Plan) => plan_id;
const pageOf = ({ plan_id }: Plan) => `/plan/plans/${encodeURIComponent(plan_id)}`;

function useQuotaColumns(): Column<Plan>[] {
  const word = useWord();
  return QUOTAS.map((quota) => ({
    id: quota,
    header: word('words.quota', quota),
    align: 'right',
    phone: 'second',
    cell: (plan) => <PlanAllows plan={plan} quota={quota} />,
  }));
}

/** The plans beside one another, the account's own marked. */
export function PlanTable({ plans, own }: { plans: readonly Plan[]; own: string | undefined }) {
  const t = useTranslations('plan.plans');
  const word = useWord();
  const format = useFormat();
  const duration = useDuration();
  const columns: Column<Plan>[] = [
    { id: 'name', header: t('fields.name'), cell: ({ name }) => name },
    {
      id: 'scene',
      header: t('fields.scene'),
      phone: 'second',
      cell: (plan) => (
        <span className="flex flex-wrap items-center gap-1.5">
          {plan.scene}
          <PlanTags plan={plan} isOwn={plan.plan_id === own} />
        </span>
      ),
    },
    { id: 'prod_type', header: t('fields.prod_type'), cell: ({ prod_type }) => word('words.prod_type', prod_type) },
    ...useQuotaColumns(),
    { id: 'price', header: t('fields.price'), align: 'right', cell: ({ price }) => format.number(price, 2) },
    { id: 'valid', header: t('fields.valid'), align: 'right', phone: 'state', cell: duration },
  ];
  return (
    <Panel title={t('catalogue')} padded={false}>
      <SimpleTable caption={t('catalogue')} rows={plans} rowId={idOf} rowHref={pageOf} columns={columns} />
    </Panel>
  );
}
