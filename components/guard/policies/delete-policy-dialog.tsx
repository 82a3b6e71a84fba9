'use client';

import { useTranslations } from 'next-intl';
import { DeleteDialog } from '@/components/form/delete-dialog';
import { Link } from '@/components/ui/controls/link';
import { type Policy, policies } from '@/lib/guard/policies/contract';
import { useFirstDomains } from './use-first-domains';

/** What refers to the policy: the server refuses to delete it while anything does. */
function Impact({ policy, used }: { policy: Policy; used: ReturnType<typeof useFirstDomains> }) {
  const t = useTranslations('guard.policies');
  const { isAllowed, domains, total, error } = used;
  if (!isAllowed || error) return t('delete_server');
  if (!domains) return t('delete_counting');
  if (total === 0) return t('delete_free');
  return (
    <>
      {t('delete_used', { count: total })}
      <ul className="my-1 list-[square] pl-5">
        {domains.map((domain) => (
          <li key={domain.domain_id}>
            <Link className="link break-all" href={`/guard/domains/${domain.domain_id}`}>
              {domain.domain}
            </Link>
          </li>
        ))}
        {total > domains.length ? (
          <li>
            <Link className="link" href={`/guard/policies/${policy.policy_id}?tab=domains`}>
              {t('and_more', { count: total - domains.length })}
            </Link>
          </li>
        ) : null}
      </ul>
      {t('delete_refused')}
    </>
  );
}

/** Asks before a policy is deleted, with the domains that prevent it. */
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
  const used = useFirstDomains(policy.policy_id);
  return (
    <DeleteDialog
      endpoint={policies.remove}
      id={policy.policy_id}
      title={t('delete_title', { name: policy.name })}
      action={t('delete')}
      notice={t('deleted')}
      refuse={used.total > 0 ? t('delete_refused') : undefined}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <Impact policy={policy} used={used} />
    </DeleteDialog>
  );
}
