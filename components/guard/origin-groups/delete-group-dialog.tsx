'use client';

import { useTranslations } from 'next-intl';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { useMissingPermission } from '@/components/layout/account/can';
import { useList } from '@/components/layout/preferences/use-format';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { type OriginGroup, originGroups } from '@/lib/guard/origin-groups/contract';

/** Asks before a group is deleted and says what falls back to the default one. */
export function DeleteGroupDialog({
  domain_id,
  group,
  onClose,
}: {
  domain_id: string;
  group: OriginGroup;
  onClose: () => void;
}) {
  const t = useTranslations('guard.origin-groups');
  const list = useList();
  const remove = useEndpointAction(originGroups.remove, { notice: t('delete.done') });
  const missing = useMissingPermission('guard.domain.origin_group') ?? undefined;
  const members = [...group.node_list.map((node) => node.name), ...group.src_list.map((source) => source.src_ip)];
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('delete.title', { name: group.name })}
      action={t('delete.action')}
      refuse={missing}
      onConfirm={() => remove({ params: { id: domain_id, group_id: String(group.group_id) } })}
    >
      {t('delete.text', { members: list(members) })}
    </ConfirmDialog>
  );
}
