'use client';

import { useTranslations } from 'next-intl';
import { DeleteDialog } from '@/components/form/delete-dialog';
import { useList } from '@/components/layout/preferences/use-format';
import { useRoleName } from '@/components/sys/roles/role-names';
import { type User, users } from '@/lib/sys/users/contract';
import { useUserKeys } from '../list/use-user-keys';
import { useUserRefusal } from '../user/user-refusals';

/** What goes with the user, as far as the caller may know it. */
function Impact({ user }: { user: User }) {
  const t = useTranslations('sys.users.delete');
  const roleName = useRoleName();
  const list = useList();
  const { active } = useUserKeys(user.user_id);
  const roles = list(user.roles.map(roleName));
  const facts = [
    t('sessions'),
    active === undefined ? t('keys') : t('keys_counted', { count: active }),
    roles ? t('roles', { roles }) : t('no_roles'),
    t('made'),
  ];
  return (
    <>
      <ul className="list-[square] pl-5">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <p className="mt-2">{t('owner')}</p>
    </>
  );
}

/** Asks before a user is deleted; one who still owns something is refused with what that is. */
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
  return (
    <DeleteDialog
      endpoint={users.remove}
      id={user.user_id}
      title={t('title', { name: user.user_name })}
      action={t('action')}
      notice={t('done')}
      refuse={refusal}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <Impact user={user} />
    </DeleteDialog>
  );
}
