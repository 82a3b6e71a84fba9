'use client';

import { useTranslations } from 'next-intl';
import type { Words } from '@/components/audit/diff-text';
import { usePolicies } from '@/components/guard/policies/use-policies';
import { ObjectHistory } from '@/components/sys/activity/object-history';

/** What the values of a domain's fields are called. */
function useChangeWords(): Words {
  const { nameOf } = usePolicies();
  return (path, value) => {
    return path === 'policy_id' && typeof value === 'string' ? (nameOf(value) ?? null) : null;
  };
}

/** What was done to the domain and what belongs to it. */
export function DomainHistory({ domain_id }: { domain_id: string }) {
  const t = useTranslations('guard.domains.history');
  return <ObjectHistory id={domain_id} title={t('title')} words={useChangeWords()} />;
}
