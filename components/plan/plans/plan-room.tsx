'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import type { Column } from '@/components/data-table/columns/types';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { meaningStyle } from '@/components/ui/content/meaning';
import { Panel } from '@/components/ui/content/panel';
import type { Plan, PlanUsage } from '@/lib/plan/plans/contract';
import { QUOTAS } from '@/lib/plan/plans/vocabulary';
import { PlanAllows } from './plan-allows';

type Row = PlanUsage['quotas'][number];

/** Whether what the account has fits into a plan; of days for which requests are kept there is nothing to fit. */
function Room({ plan, row }: { plan: Plan; row: Row }) {
  const t = useTranslations('plan.plans');
  const limit = plan.content[row.quota];
  if (limit === undefined || row.quota === 'event_days') return '—';
  if (row.used <= limit) return t('left.some', { left: limit - row.used });
  return (
    <span className="text-(--kf)" style={meaningStyle('rejected')}>
      {t('left.over', { over: row.used - limit })}
    </span>
  );
}

function useRoomColumns(plan: Plan): Column<Row>[] {
  const t = useTranslations('plan.plans');
  return [
    {
      id: 'used',
      header: t('used_by_account'),
      align: 'right',
      phone: 'second',
      cell: ({ quota, used }) => t(`allows.${quota}`, { count: used }),
    },
    { id: 'room', header: t('room'), align: 'right', phone: 'second', cell: (row) => <Room plan={plan} row={row} /> },
  ];
}

/** What a plan allows; beside it what the account uses and whether that fits, where the reader may know. */
export function PlanRoom({ plan, usage }: { plan: Plan; usage: PlanUsage | null | undefined }) {
  const t = useTranslations('plan.plans');
  const word = useWord();
  const room = useRoomColumns(plan);
  const used = new Map(usage?.quotas.map((row) => [row.quota, row.used]));
  const rows = QUOTAS.map((quota): Row => ({ quota, limit: plan.content[quota] ?? null, used: used.get(quota) ?? 0 }));
  const columns: Column<Row>[] = [
    { id: 'quota', header: t('fields.quota'), cell: ({ quota }) => word('words.quota', quota) },
    {
      id: 'allows',
      header: t('fields.allows'),
      align: 'right',
      phone: 'state',
      cell: ({ quota }) => <PlanAllows plan={plan} quota={quota} />,
    },
    ...(usage ? room : []),
  ];
  const source = usage && !usage.is_enforced ? t('not_enforced') : null;
  return (
    <Panel title={t('allowed')} source={source} padded={false}>
      <SimpleTable caption={t('allowed')} rows={rows} rowId={({ quota }) => quota} columns={columns} />
    </Panel>
  );
}
