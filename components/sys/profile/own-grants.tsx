'use client';

import { useTranslations } from 'next-intl';
import { usePermission, useSession } from '@/components/layout/account/session';
import { GrantTree } from '@/components/sys/permissions/grant-tree';
import { UserGrants } from '@/components/sys/users/user/user-grants';
import type { User } from '@/lib/sys/users/contract';

/** What one may do, with the role each comes from where one may read the roles. */
export function OwnGrants({ user }: { user: User }) {
  const t = useTranslations('sys.profile.tabs');
  const { permissions, is_platform } = useSession();
  if (usePermission()('sys.user.list')) return <UserGrants role_ids={user.role_ids} />;
  return <GrantTree label={t('permissions')} isPlatform={is_platform} sources={[{ patterns: permissions }]} />;
}
