'use client';

import { useTranslations } from 'next-intl';
import { DataTable } from '@/components/data-table/data-table';
import { ExportButton } from '@/components/data-table/export/export-button';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { Can } from '@/components/layout/account/can';
import { usePermission, useSession } from '@/components/layout/account/session';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { PageHeader } from '@/components/ui/content/page-header';
import { ButtonLink, IconButton } from '@/components/ui/controls/button';
import { Menu } from '@/components/ui/overlays/menu';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { type User, users } from '@/lib/sys/users/contract';
import { useUserActions } from '../dialogs/use-user-actions';
import { UserDialogs } from '../dialogs/user-dialogs';
import { useUsersColumns } from './users-columns';

const WxCleanupDialog = latePart(() => import('../wechat/wx-cleanup-dialog').then((m) => m.WxCleanupDialog));

const idOf = (user: User) => user.user_id;

/** The users the caller sees: list, create, edit, lock, reset the password, delete. */
export function UsersScreen() {
  const t = useTranslations('sys.users');
  const common = useTranslations('common.table');
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
          list.isForbidden ? undefined : (
            <>
              {canCleanUp ? (
                <Menu
                  trigger={<IconButton icon="more" variant="secondary" name={common('actions')} />}
                  entries={[{ label: t('wx.menu'), onSelect: () => dialog.open('wx') }]}
                />
              ) : null}
              <ExportButton list={list} fileName="users" />
              <Can permission="sys.user.create">
                <ButtonLink variant="primary" icon="plus" href="/sys/users/new">
                  {t('create')}
                </ButtonLink>
              </Can>
            </>
          )
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
