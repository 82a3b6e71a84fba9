import type { UserRow } from '@/lib/auth/identity';
import type { Tx } from '@/lib/db/store';

export async function updatePassword(
  tx: Tx,
  user_id: string,
  change: Pick<UserRow, 'password_hash' | 'need_change_password' | 'utime'>,
): Promise<void> {
  await tx.updateTable('users').set(change).where('user_id', '=', user_id).execute();
}
