'use client';

import { useTranslations } from 'next-intl';
import { useMissingPermission } from '@/components/layout/account/can';
import { useSession } from '@/components/layout/account/session';
import type { User } from '@/lib/sys/users/contract';

export type UserWrite = 'edit' | 'lock' | 'reset' | 'delete';

/** What a change of users shows on other screens. */
export const TOUCHED = ['/api/sys/roles', '/api/sys/permissions/holders', '/api/sys/audit-logs'] as const;

/** Why the caller cannot do something to a user, as far as known; undefined where nothing prevents it. */
export function useUserRefusal(): (write: UserWrite, user: Pick<User, 'user_id'>) => string | undefined {
  const t = useTranslations('sys.users.refusals');
  const session = useSession();
  const missing: Record<UserWrite, string | null> = {
    edit: useMissingPermission('sys.user.edit'),
    lock: useMissingPermission('sys.user.lock'),
    reset: useMissingPermission('sys.user.resetpwd'),
    delete: useMissingPermission('sys.user.delete'),
  };
  return (write, user) => {
    if (missing[write]) return missing[write];
    const isSelf = user.user_id === session.user.user_id;
    if (isSelf && write === 'reset') return t('own_password');
    if (isSelf && write !== 'edit') return t('self');
    return undefined;
  };
}
