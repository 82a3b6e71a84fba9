'use client';

import { useTranslations } from 'next-intl';
import { Tag } from '@/components/ui/content/tag';
import type { Role } from '@/lib/sys/roles/contract';

/** Roles below this number are platform level (spec 2.1). */
const FIRST_BUSINESS_ROLE = 10;

export const isPlatformRole = ({ role_id }: Pick<Role, 'role_id'>) => role_id < FIRST_BUSINESS_ROLE;

/** Where a role comes from, in one word. */
export function useRoleOrigin(): (role: Role) => string {
  const t = useTranslations('sys.roles');
  const names = useTranslations('sys.roles.names');
  return (role) => {
    if (!role.read_only) return t('origins.own');
    return t(names.has(String(role.role_id)) ? 'origins.built_in' : 'origins.provisioned');
  };
}

/** Whom a role is for and where it comes from. */
export function RoleTags({ role }: { role: Role }) {
  const t = useTranslations('sys.roles');
  const originOf = useRoleOrigin();
  return (
    <>
      <Tag>{t(isPlatformRole(role) ? 'kinds.platform' : 'kinds.business')}</Tag>
      {role.read_only ? <Tag>{originOf(role)}</Tag> : null}
    </>
  );
}
