'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Can } from '@/components/layout/account/can';
import { Button } from '@/components/ui/controls/button';

/** Leads to the form of a new rule. */
export function AddRule() {
  const t = useTranslations('analytics.alert-rules');
  const router = useRouter();
  return (
    <Can permission="analytics.alertrule.create">
      <Button variant="primary" icon="plus" onClick={() => router.push('/analytics/alerts/rules/new')}>
        {t('create')}
      </Button>
    </Can>
  );
}
