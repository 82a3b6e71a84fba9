'use client';

import { useQuery } from '@tanstack/react-query';
import { fetchPages } from '@/components/data-table/export/fetch-pages';
import { usePermission, useSession } from '@/components/layout/account/session';
import { apiKeys } from '@/lib/sys/api-keys/contract';

/** More keys than this are not looked through: the API has no filter by holder. */
const KEYS_SEARCHED = 1000;
const ACTIVE = 1;

/**
 * How many API keys of a user are in force. Undefined where the caller cannot know: business users see only their own
 * keys (spec 4.3), and a site can have more keys than are looked through.
 */
export function useUserKeys(user_id: string): { isVisible: boolean; active: number | undefined } {
  const session = useSession();
  const isAllowed = usePermission()('sys.apikey.list');
  const isVisible = isAllowed && (session.is_platform || session.user.user_id === user_id);
  const { data } = useQuery({
    queryKey: [apiKeys.list.path, 'first', KEYS_SEARCHED],
    queryFn: ({ signal }) => fetchPages(apiKeys.list, { query: {} }, KEYS_SEARCHED, { signal }),
    enabled: isVisible,
  });
  const isWhole = data !== undefined && data.total <= data.list.length;
  const now = Date.now();
  const theirs = data?.list.filter(
    (key) => key.user_id === user_id && key.status === ACTIVE && (key.expires_at === 0 || key.expires_at > now),
  );
  return { isVisible, active: isWhole ? theirs?.length : undefined };
}
