'use client';

import { useTranslations } from 'next-intl';
import { Identity } from '@/components/data-table/columns/identity';
import type { Column } from '@/components/data-table/columns/types';
import { RoleNames, useRoleName } from '@/components/sys/roles/role-names';
import type { RoleHolder } from '@/lib/sys/roles/contract';
import { UserState } from './user-state';

/** The columns of a list of users who have a role. */
export function useUserColumns(): Column<RoleHolder>[] {
  const t = useTranslations('sys.users');
  return [
    {
      id: 'user_name',
      header: t('fields.user_name'),
      cell: (user) => <Identity name={user.user_name} note={user.nick_name} />,
    },
    {
      id: 'locked',
      header: t('fields.locked'),
      phone: 'state',
      width: 108,
      cell: (user) => <UserState locked={user.locked} />,
    },
  ];
}

/** The columns of a list of users who have something; `through` heads the roles that give it to them. */
export function useHolderColumns(through: string): Column<RoleHolder>[] {
  const roleName = useRoleName();
  const [name, ...rest] = useUserColumns();
  const roles: Column<RoleHolder> = {
    id: 'roles',
    header: through,
    phone: 'second',
    cell: (user) => <RoleNames roles={user.roles} />,
    value: (user) => user.roles.map(roleName).join(', '),
  };
  return name ? [name, roles, ...rest] : [roles];
}
