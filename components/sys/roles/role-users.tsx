'use client';

import { useTranslations } from 'next-intl';
import { DataTable } from '@/components/data-table/data-table';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { useUserColumns } from '@/components/sys/users/list/holder-columns';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { type RoleHolder, roles } from '@/lib/sys/roles/contract';

const idOf = (user: RoleHolder) => user.user_id;

/** The users the caller sees who have a role. */
export function RoleUsers({ role_id }: { role_id: number }) {
  const t = useTranslations('sys.roles');
  const list = useListScreen(roles.users, {
    columns: useUserColumns(),
    rowId: idOf,
    params: { id: String(role_id) },
  });
  return (
    <DataTable
      list={list}
      caption={t('tabs.users')}
      rowName={(user) => user.user_name}
      rowHref={(user) => `/sys/users/${user.user_id}`}
      empty={<EmptyFrame title={t('no_users.title')}>{t('no_users.text')}</EmptyFrame>}
    />
  );
}
