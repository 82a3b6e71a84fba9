'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { DeleteDialog } from '@/components/form/delete-dialog';
import { type Policy, policies } from '@/lib/guard/policies/contract';
import { usePolicyDomains } from './use-policy-domains';

const NAMED = 5;

/** What refers to the policy: the server refuses to delete it while anything does. */
function Impact({ policy, used }: { policy: Policy; used: ReturnType<typeof usePolicyDomains> }) {
  const t = useTranslations('guard.policies');
  if (!used.isAllowed || used.error) return t('delete_server');
  if (!used.domains) return t('delete_counting');
  const count = used.domains.length;
  if (count === 0) return t(used.isWhole ? 'delete_free' : 'delete_server');
  return (
    <>
      {t('delete_used', { count })}
      <ul className="my-1 list-[square] pl-5">
        {used.domains.slice(0, NAMED).map((domain) => (
          <li key={domain.domain_id}>
            <Link className="link break-all" href={`/guard/domains/${domain.domain_id}`}>
              {domain.domain}
            </Link>
          </li>
        ))}
        {count > NAMED ? (
          <li>
            <Link className="link" href={`/guard/policies/${policy.policy_id}?tab=domains`}>
              {t('and_more', { count: count - NAMED })}
            </Link>
          </li>
        ) : null}
      </ul>
      {t('delete_refused')}
    </>
  );
}

/** Asks before a policy is deleted, with the domains that stand in the way. */
export function DeletePolicyDialog({
  policy,
  onClose,
  onDeleted,
}: {
  policy: Policy;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const t = useTranslations('guard.policies');
  const used = usePolicyDomains(policy.policy_id);
  return (
    <DeleteDialog
      endpoint={policies.remove}
      id={policy.policy_id}
      title={t('delete_title', { name: policy.name })}
      action={t('delete')}
      notice={t('deleted')}
      refuse={used.domains?.length ? t('delete_refused') : undefined}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <Impact policy={policy} used={used} />
    </DeleteDialog>
  );
}
