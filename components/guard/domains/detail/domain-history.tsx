'use client';

import { useTranslations } from 'next-intl';
import type { Words } from '@/components/audit/diff-text';
import { usePolicies } from '@/components/guard/policies/use-policies';
import { LogTimeline } from '@/components/sys/activity/log-timeline';
import { useAuditMark } from '../audit-state';

/** What the values of a domain's fields are called. */
function useChangeWords(): Words {
  const audit = useAuditMark();
  const { nameOf } = usePolicies();
  return (path, value) => {
    if (path === 'audit_status' && typeof value === 'number') return audit(value).word;
    return path === 'policy_id' && typeof value === 'string' ? (nameOf(value) ?? null) : null;
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
      words={useChangeWords()}
    />
  );
}
