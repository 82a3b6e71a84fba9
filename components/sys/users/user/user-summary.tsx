'use client';

import { useTranslations } from 'next-intl';
import { MainAside } from '@/components/layout/page/main-aside';
import { ExactTime } from '@/components/layout/preferences/time';
import { isPlatformRole } from '@/components/sys/roles/role-kind';
import { useRoleName } from '@/components/sys/roles/role-names';
import { KeyValueList } from '@/components/ui/content/key-value-list';
import { Panel } from '@/components/ui/content/panel';
import { Copyable } from '@/components/ui/controls/copy-button';
import { Link } from '@/components/ui/controls/link';
import type { UserDetails } from '@/lib/sys/users/contract';
import { useUserKeys } from '../list/use-user-keys';
import { UserState } from '../list/user-state';
import { UserLink } from './user-link';

function Facts({ user }: { user: UserDetails }) {
  const t = useTranslations('sys.users');
  const field = useTranslations('fields');
  const or = (text: string) => text || '—';
  return (
    <Panel title={t('facts')}>
      <KeyValueList
        facts={[
          { label: t('fields.user_id'), value: <Copyable text={user.user_id} name={t('fields.user_id')} /> },
          { label: t('fields.locked'), value: <UserState locked={user.locked} /> },
          { label: t('fields.nick_name'), value: or(user.nick_name) },
          { label: t('fields.email'), value: or(user.email) },
          { label: t('fields.mobile'), value: or(user.mobile) },
          { label: t('fields.comment'), value: <span className="whitespace-pre-line">{or(user.comment)}</span> },
          { label: t('fields.password'), value: t(user.need_change_password ? 'password.set' : 'password.chosen') },
          { label: field('ctime'), value: <ExactTime value={user.ctime} /> },
          { label: field('utime'), value: <ExactTime value={user.utime} /> },
        ]}
      />
    </Panel>
  );
}

/** Whose account they belong to, and who created them. */
function Chain({ user }: { user: UserDetails }) {
  const t = useTranslations('sys.users.chain');
  const kind = user.roles.some(isPlatformRole) ? 'platform' : 'root';
  return (
    <Panel title={t('title')}>
      <KeyValueList
        facts={[
          { label: t('account'), value: user.first_id === '' ? t(kind) : <UserLink user_id={user.first_id} /> },
          { label: t('maker'), value: user.parent_id === '' ? t('operator') : <UserLink user_id={user.parent_id} /> },
        ]}
      />
    </Panel>
  );
}

function Roles({ user }: { user: UserDetails }) {
  const t = useTranslations('sys.users');
  const roleName = useRoleName();
  return (
    <Panel title={t('fields.roles')}>
      {user.roles.length === 0 ? <p className="text-ink-3">{t('no_roles')}</p> : null}
      <ul className="flex flex-col gap-1.5">
        {user.roles.map((role) => (
          <li key={role.role_id}>
            <Link className="link" href={`/sys/roles/${role.role_id}`}>
              {roleName(role)}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Keys({ user }: { user: UserDetails }) {
  const t = useTranslations('sys.users.keys');
  const { isVisible, active } = useUserKeys(user.user_id);
  return (
    <Panel title={t('title')}>
      {isVisible ? (
        <>
          {active === undefined ? null : <p className="mb-1.5">{t('active', { count: active })}</p>}
          <Link className="link" href="/sys/api-keys">
            {t('open')}
          </Link>
        </>
      ) : (
        <p className="text-ink-3">{t('own')}</p>
      )}
    </Panel>
  );
}

/** The facts about a user, their place in the chain, roles and keys. */
export function UserSummary({ user }: { user: UserDetails }) {
  return (
    <MainAside
      aside={
        <>
          <Chain user={user} />
          <Roles user={user} />
          <Keys user={user} />
        </>
      }
    >
      <Facts user={user} />
    </MainAside>
  );
}
