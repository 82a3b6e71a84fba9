'use client';

import { useTranslations } from 'next-intl';
import { DataTable } from '@/components/data-table/data-table';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { useHolderColumns } from '@/components/sys/users/list/holder-columns';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { permissionTree } from '@/lib/sys/permissions/contract';
import type { RoleHolder } from '@/lib/sys/roles/contract';

const idOf = (user: RoleHolder) => user.user_id;

/** The users the caller sees for whom a permission takes effect. */
export function PermissionHolders({ full_key }: { full_key: string }) {
  const t = useTranslations('sys.permissions');
  const list = useListScreen(permissionTree.holders, {
    columns: useHolderColumns(t('through')),
    rowId: idOf,
    fixed: { permission: full_key },
    prefix: 'holders',
  });
  return (
    <DataTable
      list={list}
      caption={t('holders')}
      rowName={(user) => user.user_name}
      rowHref={(user) => `/sys/users/${user.user_id}`}
      empty={<EmptyFrame title={t('nobody')}>{t('nobody_text')}</EmptyFrame>}
    />
  );
}
