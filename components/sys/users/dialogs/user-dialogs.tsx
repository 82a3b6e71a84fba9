'use client';

import type { DialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import type { User } from '@/lib/sys/users/contract';

// Opened far less often than the page is loaded.
const EditUserDialog = latePart(() => import('./edit-user-dialog').then((m) => m.EditUserDialog));
const LockUserDialog = latePart(() => import('./lock-user-dialog').then((m) => m.LockUserDialog));
const ResetPasswordDialog = latePart(() => import('./reset-password-dialog').then((m) => m.ResetPasswordDialog));
const DeleteUserDialog = latePart(() => import('./delete-user-dialog').then((m) => m.DeleteUserDialog));

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
