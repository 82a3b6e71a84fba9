'use client';

import { useTranslations } from 'next-intl';
import { usePolicies } from '@/components/guard/policies/use-policies';
import { type ChangeText, LogTimeline, plainChange } from '@/components/sys/activity/log-timeline';
import { useAuditLook } from '../audit-state';

function useChangeText(): ChangeText {
  const audit = useAuditLook();
  const { nameOf } = usePolicies();
  return (path, value) => {
    if (path === 'audit_status' && typeof value === 'number') return audit(value).word;
    if (path === 'policy_id' && typeof value === 'string' && value !== '') return nameOf(value) ?? value;
    return plainChange(value);
  };
}

/** What was done to the domain, newest first, from the audit log. */
export function DomainHistory({ domain_id }: { domain_id: string }) {
  const t = useTranslations('guard.domains.history');
  return (
    <LogTimeline
      keyword={domain_id}
      about={(log) => log.resource_id === domain_id}
      title={t('title')}
      changeText={useChangeText()}
    />
  );
}
