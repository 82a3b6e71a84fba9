'use client';

import { useTranslations } from 'next-intl';
import { useMissingPermission } from '@/components/layout/account/can';
import { useSession } from '@/components/layout/account/session';
import type { Role } from '@/lib/sys/roles/contract';

type Write = 'create' | 'edit' | 'delete';

/** Why the caller cannot make, change or delete a role, as far as known; undefined where nothing prevents it. */
export function useRoleRefusal(): (write: Write, role?: Role) => string | undefined {
  const t = useTranslations('sys.roles');
  const { is_platform } = useSession();
  const missing: Record<Write, string | null> = {
    create: useMissingPermission('sys.role.create'),
    edit: useMissingPermission('sys.role.edit'),
    delete: useMissingPermission('sys.role.delete'),
  };
  return (write, role) => {
    if (missing[write]) return missing[write];
    if (!is_platform) return t('refusals.platform');
    if (role?.read_only) return t('refusals.read_only');
    if (role && !role.grantable) return t('refusals.beyond');
    return undefined;
  };
}
