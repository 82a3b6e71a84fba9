'use client';

import { useTranslations } from 'next-intl';
import type { Policy } from '@/lib/guard/policies/contract';
import { usePolicyContents } from './use-policy-contents';

/** Where a change of the policy goes, once it is saved. */
export function UsedBy({ policy_id }: Pick<Policy, 'policy_id'>) {
  const t = useTranslations('guard.policies');
  const { data } = usePolicyContents(policy_id);
  // As high as the words that follow, so that nothing below moves when they come.
  if (!data) return <span aria-hidden="true">{'\u00a0'}</span>;
  return t('used_by_sentence', { domains: data.domain_count, nodes: data.node_count });
}
