'use client';

import { useTranslations } from 'next-intl';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { type User, users } from '@/lib/sys/users/contract';
import { TOUCHED, useUserRefusal } from '../user/user-refusals';

/** Asks before a user is locked, which ends their sessions, or unlocked. */
export function LockUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTranslations('sys.users');
  const common = useTranslations('common');
  const refusal = useUserRefusal()('lock', user);
  const isLocked = user.locked !== 0;
  const words = isLocked ? 'unlock' : 'lock';
  const lock = useEndpointAction(users.lock, { notice: t(`${words}.done`), invalidates: TOUCHED });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t(`${words}.title`, { name: user.user_name })}
      action={t(`${words}.action`)}
      tone={isLocked ? 'primary' : 'danger'}
      keep={common('cancel')}
      refuse={refusal}
      onConfirm={() => lock({ params: { id: user.user_id }, body: { locked: isLocked ? 0 : 1 } })}
    >
      {t(`${words}.text`)}
    </ConfirmDialog>
  );
}
