'use client';

import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/content/panel';
import type { PlanUsage } from '@/lib/plan/plans/contract';
import { QuotaBar } from './quota-bar';

/** What the account uses of what its plan allows. */
export function UsagePanel({ usage }: { usage: PlanUsage }) {
  const t = useTranslations('plan.plans');
  const { plan, quotas, is_enforced } = usage;
  const counted = quotas.filter(({ quota }) => quota !== 'event_days');
  const days = quotas.find(({ quota }) => quota === 'event_days');
  return (
    <Panel title={plan ? t('own', { name: plan.name }) : t('none')} source={is_enforced ? null : t('not_enforced')}>
      <ul className="grid gap-4 sm:grid-cols-3">
        {counted.map((one) => (
          <li key={one.quota}>
            <QuotaBar {...one} />
          </li>
        ))}
      </ul>
      {days ? <p className="mt-3 text-12 text-ink-2">{t('kept', { count: days.used })}</p> : null}
    </Panel>
  );
}
