'use client';

import { useTranslations } from 'next-intl';
import { DeleteDialog } from '@/components/form/delete-dialog';
import { PolicyName } from '@/components/guard/policies/policy-name';
import { bwlist, ENABLED, type IpSet, isBlack } from '@/lib/guard/bwlist/contract';
import { policies } from '@/lib/guard/policies/contract';

/** Deleting more addresses than this, or any that are in effect, wants the name typed. */
const MANY = 1000;

/** Asks before a list is deleted, with what nodes do without it. */
export function DeleteSetDialog({
  set,
  onClose,
  onDeleted,
}: {
  set: IpSet;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const t = useTranslations('guard.bwlist.delete');
  const isInEffect = set.policy_id !== '' && set.status === ENABLED && set.enable_count > 0;
  return (
    <DeleteDialog
      endpoint={bwlist.remove}
      id={String(set.id)}
      title={t('title', { name: set.name })}
      action={t('action')}
      notice={t('done')}
      invalidates={[policies.list.path, bwlist.search.path]}
      typeName={isInEffect || set.count > MANY ? set.name : undefined}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <p>{t('addresses', { count: set.count })}</p>
      {isInEffect ? (
        <p className="mt-1.5">
          {t.rich(isBlack(set.ip_set_type) ? 'black' : 'white', {
            count: set.enable_count,
            policy: () => <PolicyName policy_id={set.policy_id} />,
          })}
        </p>
      ) : (
        <p className="mt-1.5">{t('no_effect')}</p>
      )}
    </DeleteDialog>
  );
}
