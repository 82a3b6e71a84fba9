'use client';

import { useTranslations } from 'next-intl';
import type { DialogParam } from '@/components/layout/page/use-dialog-param';
import type { MenuEntry } from '@/components/ui/overlays/menu';
import type { User } from '@/lib/sys/users/contract';
import { useUserRefusal } from '../user/user-refusals';

/** What can be done to a user, as entries of a menu that open the dialogs. */
export function useUserActions(dialog: DialogParam): (user: User) => MenuEntry[] {
  const t = useTranslations('sys.users.menu');
  const refusal = useUserRefusal();
  return (user) => [
    {
      label: t('edit'),
      icon: 'edit',
      reason: refusal('edit', user),
      onSelect: () => dialog.open('edit', user.user_id),
    },
    {
      label: t('reset'),
      icon: 'key',
      reason: refusal('reset', user),
      onSelect: () => dialog.open('reset', user.user_id),
    },
    {
      label: t(user.locked === 0 ? 'lock' : 'unlock'),
      icon: 'lock',
      reason: refusal('lock', user),
      onSelect: () => dialog.open('lock', user.user_id),
    },
    {
      label: t('delete'),
      icon: 'trash',
      danger: true,
      reason: refusal('delete', user),
      onSelect: () => dialog.open('delete', user.user_id),
    },
  ];
}
