'use client';

import { useTranslations } from 'next-intl';
import { ObjectHistory } from '@/components/sys/activity/object-history';

/** What was done to a policy and to what is in it. */
export function PolicyHistory({ policy_id }: { policy_id: string }) {
  const t = useTranslations('guard.policies');
  return <ObjectHistory id={policy_id} title={t('tabs.history')} />;
}
