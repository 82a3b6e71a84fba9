'use client';

import { useQuery } from '@tanstack/react-query';
import { fetchPages } from '@/components/data-table/export/fetch-pages';
import { usePermission } from '@/components/layout/account/session';
import { type AlertChannel, alertChannels } from '@/lib/analytics/alert-channels/contract';

/** More channels than this are not offered by name. */
const CHANNELS_READ = 300;
const NONE: readonly AlertChannel[] = [];

/** The channels that the reader sees, newest first, asked once for all screens; none without the permission to list them. */
export function useChannels() {
  const isAllowed = usePermission()('analytics.alertchannel.list');
  const { data = NONE, isPending } = useQuery({
    queryKey: [alertChannels.list.path, 'first', CHANNELS_READ],
    queryFn: async ({ signal }) =>
      (await fetchPages(alertChannels.list, { query: {} }, CHANNELS_READ, { signal })).list,
    enabled: isAllowed,
    staleTime: 60_000,
  });
  return { isAllowed, isLoading: isAllowed && isPending, channels: data };
}
