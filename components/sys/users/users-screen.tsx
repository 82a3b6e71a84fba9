'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { DataTable } from '@/components/data-table/data-table';
import { ExportButton } from '@/components/data-table/export-button';
import { useListScreen } from '@/components/data-table/use-list-screen';
import { Can } from '@/components/layout/can';
import { usePermission, useSession } from '@/components/layout/session';
import { useDialogParam } from '@/components/layout/use-dialog-param';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyFrame } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { type User, users } from '@/lib/sys/users/contract';
import { useUserActions } from './use-user-actions';
import { UserDialogs } from './user-dialogs';
import { useUsersColumns } from './users-columns';

const WxCleanupDialog = dynamic(() => import('./wx-cleanup-dialog').then((m) => m.WxCleanupDialog), { ssr: false });

const idOf = (user: User) => user.user_id;

/** The users the caller sees: list, create, edit, lock, reset the password, delete. */
export function UsersScreen() {
  const t = useTranslations('sys.users');
  const dialog = useDialogParam();
  const can = usePermission();
  const { is_platform } = useSession();
  const actions = useUserActions(dialog);
  const list = useListScreen(users.list, {
    columns: useUsersColumns(),
    rowId: idOf,
    search: { param: 'keyword', placeholder: t('search') },
  });
  const canCleanUp = is_platform && can('sys.user.wx_cleanup');
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            {canCleanUp ? <Button onClick={() => dialog.open('wx')}>{t('wx.menu')}</Button> : null}
            <ExportButton list={list} fileName="users" />
            <Can permission="sys.user.create">
              <ButtonLink variant="primary" icon="plus" href="/sys/users/new">
                {t('create')}
              </ButtonLink>
            </Can>
          </>
        }
      />
      <DataTable
        list={list}
        caption={t('title')}
        rowName={(user) => user.user_name}
        rowHref={(user) => `/sys/users/${user.user_id}`}
        rowActions={actions}
        empty={<EmptyFrame title={t('title')} />}
      />
      <UserDialogs users={list.rows} dialog={dialog} />
      {canCleanUp && dialog.isOpen('wx') ? <WxCleanupDialog onClose={dialog.close} /> : null}
    </>
  );
}
