'use client';

import { useTranslations } from 'next-intl';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { useMissingPermission } from '@/components/layout/account/can';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { bwlist, ENABLED, type IpSet } from '@/lib/guard/bwlist/contract';
import { policies } from '@/lib/guard/policies/contract';

/** Asks before a list leaves its policy. */
export function UnbindDialog({ set, onClose }: { set: IpSet; onClose: () => void }) {
  const t = useTranslations('guard.bwlist.bound');
  const missing = useMissingPermission('guard.bwlist.edit') ?? undefined;
  const unbind = useEndpointAction(bwlist.bind, {
    notice: t('unbound'),
    invalidates: [policies.list.path, bwlist.search.path],
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('unbind_title', { name: set.name })}
      action={t('unbind_action')}
      refuse={missing}
      onConfirm={() => unbind({ params: { id: String(set.id) }, body: { policy_id: '' } })}
    >
      {t('unbind_text', { count: set.status === ENABLED ? set.enable_count : 0 })}
    </ConfirmDialog>
  );
}
