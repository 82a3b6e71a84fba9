'use client';

import { useTranslations } from 'next-intl';
import { DeleteDialog } from '@/components/form/delete-dialog';
import { type Role, roles } from '@/lib/sys/roles/contract';
import { useRoleRefusal } from './use-role-writes';

/** Asks before a role is deleted; one that users have is not. */
export function DeleteRoleDialog({
  role,
  onClose,
  onDeleted,
}: {
  role: Role;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const t = useTranslations('sys.roles');
  const refusal = useRoleRefusal();
  const inUse = role.users > 0 ? t('delete_first') : undefined;
  return (
    <DeleteDialog
      endpoint={roles.remove}
      id={String(role.role_id)}
      title={t('delete_title', { name: role.name })}
      action={t('delete')}
      notice={t('deleted')}
      refuse={refusal('delete', role) ?? inUse}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      {role.users > 0 ? t('delete_used', { count: role.users }) : t('delete_free')}
    </DeleteDialog>
  );
}
