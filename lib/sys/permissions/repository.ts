import type { Page } from '@/lib/api/fields';
import { type Role, rolesOfAll } from '@/lib/auth/identity';
import { FIRST_BUSINESS_ROLE } from '@/lib/auth/roles';
import { type Paging, paginate } from '@/lib/db/paginate';
import type { Db } from '@/lib/db/store';
import { toUser, usersInScope } from '@/lib/sys/users/repository';
import type { Scope } from '@/lib/tenancy/scope';
import type { Holder } from './contract';

/**
 * The users in scope who have one of the `granting` roles, newest first; with `platform_only` of those only platform
 * staff, whichever role of theirs grants it.
 */
export async function listHolders(
  db: Db,
  scope: Scope,
  granting: readonly Pick<Role, 'role_id'>[],
  { platform_only, ...paging }: Paging & { platform_only: boolean },
): Promise<Page<Holder>> {
  const role_ids = granting.map((role) => role.role_id);
  if (role_ids.length === 0) return { list: [], total: 0, page: paging.page, size: paging.size };
  let found = usersInScope(db, scope).where('users.user_id', 'in', (eb) =>
    eb.selectFrom('user_roles').select('user_id').where('role_id', 'in', role_ids),
  );
  if (platform_only) {
    found = found.where('users.user_id', 'in', (eb) =>
      eb.selectFrom('user_roles').select('user_id').where('role_id', '<', FIRST_BUSINESS_ROLE),
    );
  }
  const rows = found.selectAll().orderBy('ctime', 'desc').orderBy('user_id', 'desc');
  const page = await paginate(found, rows, paging, (row) => row);
  const user_ids = page.list.map((row) => row.user_id);
  const roles = await rolesOfAll(db, user_ids);
  const through = (user_id: string) => (roles.get(user_id) ?? []).filter((role) => role_ids.includes(role.role_id));
  return { ...page, list: page.list.map((row) => toHolder(toUser(row, through(row.user_id)))) };
}

const toHolder = ({ user_id, user_name, nick_name, locked, role_ids, roles }: Holder): Holder => ({
  user_id,
  user_name,
  nick_name,
  locked,
  role_ids,
  roles,
});
