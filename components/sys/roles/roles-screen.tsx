'use client';

import { useTranslations } from 'next-intl';
import { DataTable } from '@/components/data-table/data-table';
import { ExportButton } from '@/components/data-table/export/export-button';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { type Role, roles } from '@/lib/sys/roles/contract';
import { useRoleName } from './role-names';
import { useRoleColumns } from './roles-columns';
import { RolesHead } from './roles-head';
import { useRoleRefusal } from './use-role-writes';

const DeleteRoleDialog = latePart(() => import('./delete-role-dialog').then((m) => m.DeleteRoleDialog));

const LIST = '/sys/roles';
const idOf = (role: Role) => String(role.role_id);

/** The roles the caller may know of: list, create, edit, delete. */
export function RolesScreen() {
  const t = useTranslations('sys.roles');
  const dialog = useDialogParam();
  const roleName = useRoleName();
  const refusal = useRoleRefusal();
  const list = useListScreen(roles.list, { columns: useRoleColumns(), rowId: idOf });
  const deleted = dialog.rowOf('delete', list.rows, idOf);
  return (
    <>
      <RolesHead title={t('title')} />
      <DataTable
        list={list}
        caption={t('title')}
        rowName={roleName}
        rowHref={(role) => `${LIST}/${idOf(role)}`}
        toolbar={<ExportButton list={list} fileName="roles" />}
        rowActions={(role) => [
          { label: t('edit'), icon: 'edit', reason: refusal('edit', role), href: `${LIST}/${idOf(role)}/edit` },
          {
            label: t('menu_delete'),
            icon: 'trash',
            danger: true,
            reason: refusal('delete', role),
            onSelect: () => dialog.open('delete', idOf(role)),
          },
        ]}
        empty={<EmptyFrame title={t('title')} />}
      />
      {deleted ? <DeleteRoleDialog key={idOf(deleted)} role={deleted} onClose={dialog.close} /> : null}
    </>
  );
}
