'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { usePermission } from '@/components/layout/account/session';
import { Detail } from '@/components/layout/page/detail';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { Badge } from '@/components/ui/content/badge';
import { PageHeader } from '@/components/ui/content/page-header';
import { Tag } from '@/components/ui/content/tag';
import { Button, IconButton } from '@/components/ui/controls/button';
import { Menu } from '@/components/ui/overlays/menu';
import { Tabs } from '@/components/ui/tabs/tabs';
import { type UserDetails, users } from '@/lib/sys/users/contract';
import { useUserActions } from '../dialogs/use-user-actions';
import { UserDialogs } from '../dialogs/user-dialogs';
import { UserActivity } from './user-activity';
import { UserGrants } from './user-grants';
import { useUserRefusal } from './user-refusals';
import { UserSummary } from './user-summary';

const LIST = '/sys/users';

/** The page of one user. */
export function UserScreen({ id }: { id: string }) {
  return (
    <Detail endpoint={users.details} id={id} back={LIST}>
      {(user) => <Loaded user={user} />}
    </Detail>
  );
}

function Loaded({ user }: { user: UserDetails }) {
  const t = useTranslations('sys.users');
  const common = useTranslations('common.table');
  const word = useWord();
  const router = useRouter();
  const dialog = useDialogParam();
  const can = usePermission();
  const refusal = useUserRefusal();
  const actions = useUserActions(dialog)(user);
  return (
    <>
      <PageHeader
        title={user.user_name}
        beside={
          <>
            {user.locked === 0 ? null : (
              <Badge meaning="rejected" shape="crossed">
                {word('words.user_lock', 1)}
              </Badge>
            )}
            {user.need_change_password ? <Tag>{t('must_change')}</Tag> : null}
          </>
        }
        description={user.nick_name || undefined}
        actions={
          <>
            <Button
              reason={refusal('edit', user)}
              onClick={() => dialog.open('edit', user.user_id)}
              className="max-sm:hidden"
            >
              {t('edit')}
            </Button>
            <Menu trigger={<IconButton icon="more" variant="secondary" name={common('actions')} />} entries={actions} />
          </>
        }
      />
      <Tabs
        name={t('tabs.name')}
        tabs={[
          { value: 'summary', label: t('tabs.summary'), panel: () => <UserSummary user={user} /> },
          { value: 'permissions', label: t('tabs.permissions'), panel: () => <UserGrants role_ids={user.role_ids} /> },
          ...(can('sys.audit.view')
            ? [
                {
                  value: 'activity' as const,
                  label: t('tabs.activity'),
                  panel: () => <UserActivity user_id={user.user_id} />,
                },
              ]
            : []),
        ]}
      />
      <UserDialogs users={[user]} dialog={dialog} onDeleted={() => router.push(LIST)} />
    </>
  );
}
