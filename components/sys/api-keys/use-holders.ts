'use client';

import { useQuery } from '@tanstack/react-query';
import { usePermission, useSession } from '@/components/layout/account/session';
import { query } from '@/lib/api/client';
import { users } from '@/lib/sys/users/contract';

/** Names of the holders of keys, for platform staff, who see other people's: the id where no name is known. */
export function useHolders(): ((user_id: string) => string) | undefined {
  const { is_platform } = useSession();
  const can = usePermission();
  const { data } = useQuery({
    ...query(users.list, { query: { size: 100 } }),
    enabled: is_platform && can('sys.user.list'),
    staleTime: 60_000,
  });
  if (!is_platform) return undefined;
  const names = new Map(data?.list.map((user) => [user.user_id, user.user_name]));
  return (user_id) => names.get(user_id) ?? user_id;
}
