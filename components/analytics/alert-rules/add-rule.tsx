'use client';

import { useTranslations } from 'next-intl';
import { Can } from '@/components/layout/account/can';
import { useGuardedPush } from '@/components/layout/page/dirty-guard';
import { Button } from '@/components/ui/controls/button';

/** Leads to the form of a new rule. */
export function AddRule() {
  const t = useTranslations('analytics.alert-rules');
  const push = useGuardedPush();
  return (
    <Can permission="analytics.alertrule.create">
      <Button variant="primary" icon="plus" onClick={() => push('/analytics/alerts/rules/new')}>
        {t('create')}
      </Button>
    </Can>
  );
}
