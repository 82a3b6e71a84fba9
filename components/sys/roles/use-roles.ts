'use client';

import { useQuery } from '@tanstack/react-query';
import { fetchPages } from '@/components/data-table/export/fetch-pages';
import { usePermission } from '@/components/layout/account/session';
import { roles } from '@/lib/sys/roles/contract';

/** More roles than this are not offered. */
const ROLES_READ = 1000;

/** The roles the caller may know of, by role_id; without the permission to list users there are none. */
export function useRoles() {
  const isAllowed = usePermission()('sys.user.list');
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [roles.list.path, 'first', ROLES_READ],
    queryFn: ({ signal }) => fetchPages(roles.list, { query: {} }, ROLES_READ, { signal }),
    enabled: isAllowed,
  });
  return { isAllowed, roles: data?.list, error, isLoading: isAllowed && isPending, refetch };
}
