'use client';

import { useQuery } from '@tanstack/react-query';
import { useSession } from '@/components/layout/account/session';
import { query } from '@/lib/api/client';
import { apiKeys } from '@/lib/sys/api-keys/contract';
import { useHolders } from './use-holders';

/** The name of somebody in a log, the reader's own included; the id where no name is known. */
export function useWho(): (user_id: string) => string {
  const { user } = useSession();
  const holderOf = useHolders();
  return (user_id) => (user_id === user.user_id ? user.user_name : (holderOf?.(user_id) ?? user_id));
}

/** The names of the newest keys; the id of another. */
export function useKeyNames(): (key_id: string) => string {
  const { data } = useQuery(query(apiKeys.list, { query: { size: 100 } }));
  const names = new Map(data?.list.map((key) => [key.key_id, key.name]));
  return (key_id) => names.get(key_id) ?? key_id;
}
