'use client';

import { useTranslations } from 'next-intl';
import type { Column } from '@/components/data-table/columns/types';
import { TableTime } from '@/components/layout/preferences/time';
import { RoleNames, useRoleName } from '@/components/sys/roles/role-names';
import type { User } from '@/lib/sys/users/contract';
import { UserState } from './user-state';

/** The columns of the list; ids are the fields of User (spec 2.1), which are also the head of the CSV. */
export function useUsersColumns(): Column<User>[] {
  const t = useTranslations('sys.users');
  const field = useTranslations('fields');
  const roleName = useRoleName();
  const or = (text: string) => text || <span className="text-ink-3">—</span>;
  return [
    { id: 'user_name', header: t('fields.user_name'), cell: (user) => user.user_name },
    {
      id: 'nick_name',
      header: t('fields.nick_name'),
      phone: 'second',
      cell: (user) => or(user.nick_name),
      onPhone: (user) => user.nick_name,
    },
    { id: 'email', header: t('fields.email'), cell: (user) => or(user.email) },
    { id: 'mobile', header: t('fields.mobile'), cell: (user) => or(user.mobile) },
    {
      id: 'roles',
      header: t('fields.roles'),
      phone: 'second',
      cell: (user) => <RoleNames roles={user.roles} />,
      value: (user) => user.roles.map(roleName).join(', '),
    },
    {
      id: 'locked',
      header: t('fields.locked'),
      phone: 'state',
      width: 108,
      cell: (user) => <UserState locked={user.locked} />,
    },
    { id: 'ctime', header: field('ctime'), cell: (user) => <TableTime value={user.ctime} /> },
    {
      id: 'user_id',
      header: t('fields.user_id'),
      hidden: true,
      cell: (user) => <code className="text-12">{user.user_id}</code>,
    },
  ];
}
