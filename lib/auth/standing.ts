import type { Db } from '@/lib/db/store';
import { KEY_ACTIVE } from './keys/repository';
import type { Principal } from './principal';

/** Whether what let the caller in is still there: the session, or the active key of a holder who is not locked. */
export async function stands(db: Db, { auth_mode, session_key, key }: Principal): Promise<boolean> {
  if (auth_mode === 'session') {
    const session = db.selectFrom('sessions').select('user_id').where('token_hash', '=', session_key);
    return (await session.executeTakeFirst()) !== undefined;
  }
  if (!key) return true;
  const active = db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.user_id', 'api_keys.user_id')
    .select('key_id')
    .where('key_id', '=', key.key_id)
    .where('api_keys.status', '=', KEY_ACTIVE)
    .where('users.locked', '=', 0);
  return (await active.executeTakeFirst()) !== undefined;
}
