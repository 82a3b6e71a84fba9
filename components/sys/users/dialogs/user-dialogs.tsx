'use client';

import dynamic from 'next/dynamic';
import type { DialogParam } from '@/components/layout/page/use-dialog-param';
import { whenOnline } from '@/components/ui/states/when-online';
import type { User } from '@/lib/sys/users/contract';

// Opened far less often than the page is loaded.
const EditUserDialog = dynamic(
  whenOnline(() => import('./edit-user-dialog').then((m) => m.EditUserDialog)),
  { ssr: false },
);
const LockUserDialog = dynamic(
  whenOnline(() => import('./lock-user-dialog').then((m) => m.LockUserDialog)),
  { ssr: false },
);
const ResetPasswordDialog = dynamic(
  whenOnline(() => import('./reset-password-dialog').then((m) => m.ResetPasswordDialog)),
  { ssr: false },
);
const DeleteUserDialog = dynamic(
  whenOnline(() => import('./delete-user-dialog').then((m) => m.DeleteUserDialog)),
  { ssr: false },
);

const idOf = (user: User) => user.user_id;

/** Whichever dialog about one of these users the URL says is open. */
export function UserDialogs({
  users,
  dialog,
  onDeleted,
}: {
  users: readonly User[];
  dialog: DialogParam;
  onDeleted?: () => void;
}) {
  const of = (kind: string) => dialog.rowOf(kind, users, idOf);
  const [edited, locked, reset, deleted] = [of('edit'), of('lock'), of('reset'), of('delete')];
  const { close } = dialog;
  return (
    <>
      {edited ? <EditUserDialog key={idOf(edited)} user_id={idOf(edited)} onClose={close} /> : null}
      {locked ? <LockUserDialog key={idOf(locked)} user={locked} onClose={close} /> : null}
      {reset ? <ResetPasswordDialog key={idOf(reset)} user={reset} onClose={close} /> : null}
      {deleted ? <DeleteUserDialog key={idOf(deleted)} user={deleted} onClose={close} onDeleted={onDeleted} /> : null}
    </>
  );
}
