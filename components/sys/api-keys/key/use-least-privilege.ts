'use client';

import { useQuery } from '@tanstack/react-query';
import { usePermission } from '@/components/layout/account/session';
import { query } from '@/lib/api/client';
import { apiKeyUsage } from '@/lib/sys/api-key-usage/contract';

/** What a key may do beside what it did in the last `days`. */
export function useLeastPrivilege(key_id: string, days: number) {
  return useQuery({
    ...query(apiKeyUsage.leastPrivilege, { params: { id: key_id }, query: { days } }),
    enabled: usePermission()('sys.apikey.stats'),
  });
}
