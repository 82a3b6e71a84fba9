'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import type { Column } from '@/components/data-table/columns/types';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Panel } from '@/components/ui/content/panel';
import { Tag } from '@/components/ui/content/tag';
import type { Plan } from '@/lib/plan/plans/contract';
import { QUOTAS, type Quota } from '@/lib/plan/plans/vocabulary';

const idOf = ({ plan_id }: Plan) => plan_id;

function useQuotaColumns(): Column<Plan>[] {
  const t = useTranslations('plan.plans');
  const word = useWord();
  const words = (plan: Plan, quota: Quota) => {
    const limit = plan.content[quota];
    if (limit === undefined) return <span className="text-ink-3">{t('unlimited')}</span>;
    return t(`allows.${quota}`, { count: limit });
  };
  return QUOTAS.map((quota) => ({
    id: quota,
    header: word('words.quota', quota),
    align: 'right',
    phone: 'second',
    cell: (plan) => words(plan, quota),
  }));
}

/** The plans beside one another, the account's own marked. */
export function PlanTable({ plans, own }: { plans: readonly Plan[]; own: string | undefined }) {
  const t = useTranslations('plan.plans');
  const word = useWord();
  const format = useFormat();
  const columns: Column<Plan>[] = [
    {
      id: 'name',
      header: t('fields.name'),
      cell: ({ plan_id, name, scene, open_status }) => (
        <>
          <span className="flex flex-wrap items-center gap-1.5">
            <span className="font-medium">{name}</span>
            {plan_id === own ? <Tag>{t('yours')}</Tag> : null}
            {open_status ? null : <Tag>{t('by_agreement')}</Tag>}
          </span>
          {scene ? <div className="text-12 font-normal text-ink-3">{scene}</div> : null}
        </>
      ),
    },
    { id: 'prod_type', header: t('fields.prod_type'), cell: ({ prod_type }) => word('words.prod_type', prod_type) },
    ...useQuotaColumns(),
    { id: 'price', header: t('fields.price'), align: 'right', cell: ({ price }) => format.number(price, 2) },
    {
      id: 'valid',
      header: t('fields.valid'),
      align: 'right',
      phone: 'state',
      cell: ({ valid }) => (valid === 0 ? t('no_end') : t('days', { count: valid })),
    },
  ];
  return (
    <Panel title={t('catalogue')} padded={false}>
      <SimpleTable caption={t('catalogue')} rows={plans} rowId={idOf} columns={columns} />
    </Panel>
  );
}
