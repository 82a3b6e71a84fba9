'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { DeleteDialog } from '@/components/form/delete-dialog';
import { useList } from '@/components/layout/preferences/use-format';
import { useRoleName } from '@/components/sys/roles/role-names';
import { query } from '@/lib/api/client';
import { type OwnedKind, type User, users } from '@/lib/sys/users/contract';
import { useUserKeys } from '../list/use-user-keys';
import { useUserRefusal } from '../user/user-refusals';

function Facts({ facts }: { facts: readonly string[] }) {
  return (
    <ul className="list-[square] pl-5">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

/** What keeps the user from being deleted. */
function Owned({ owned }: { owned: readonly OwnedKind[] }) {
  const t = useTranslations();
  const counted = owned.map(({ type, count }) => t('sys.users.owned', { count, kind: t(`kind.${type}`, { count }) }));
  return (
    <>
      <p>{t('sys.users.delete.owns')}</p>
      <Facts facts={counted} />
    </>
  );
}

/** What goes with the user, as far as the caller may know it. */
function Losses({ user }: { user: User }) {
  const t = useTranslations('sys.users.delete');
  const roleName = useRoleName();
  const list = useList();
  const { active } = useUserKeys(user.user_id);
  const roles = list(user.roles.map(roleName));
  return (
    <Facts
      facts={[
        t('sessions'),
        active === undefined ? t('keys') : t('keys_counted', { count: active }),
        roles ? t('roles', { roles }) : t('no_roles'),
        t('made'),
      ]}
    />
  );
}

/** Asks before a user is deleted, with what they own that prevents it. */
export function DeleteUserDialog({
  user,
  onClose,
  onDeleted,
}: {
  user: User;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const t = useTranslations('sys.users.delete');
  const refusal = useUserRefusal()('delete', user);
  const { data, error } = useQuery({
    ...query(users.owned, { params: { id: user.user_id } }),
    enabled: refusal === undefined,
    // Counted anew each time: they may have been handed over or deleted a moment ago.
    staleTime: 0,
  });
  const isOwner = data !== undefined && data.list.length > 0;
  const isUnknown = refusal !== undefined || error !== null;
  const impact = () => {
    if (isOwner) return <Owned owned={data.list} />;
    if (!data && !isUnknown) return t('counting');
    return (
      <>
        <Losses user={user} />
        <p className="mt-2">{t(data ? 'owns_nothing' : 'owner')}</p>
      </>
    );
  };
  return (
    <DeleteDialog
      endpoint={users.remove}
      id={user.user_id}
      title={t('title', { name: user.user_name })}
      action={t('action')}
      notice={t('done')}
      refuse={refusal ?? (isOwner ? t('owns_first') : undefined)}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      {impact()}
    </DeleteDialog>
  );
}
