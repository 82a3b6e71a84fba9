'use client';

import { useQuery } from '@tanstack/react-query';
import { usePermission } from '@/components/layout/account/session';
import { query } from '@/lib/api/client';
import { apiKeyUsage, type KeyUsage } from '@/lib/sys/api-key-usage/contract';

export const RANGES = ['24h', '7d', '30d', '90d'] as const;
export type Range = (typeof RANGES)[number];

const POLL_MS = 15_000;

/** How a key was used lately; asks again while the page is in sight. */
export function useUsage(key_id: string, since: Range) {
  return useQuery({
    ...query(apiKeyUsage.usage, { params: { id: key_id }, query: { since } }),
    enabled: usePermission()('sys.apikey.stats'),
    refetchInterval: since === '24h' ? POLL_MS : false,
  });
}

export type Totals = { calls: number; success: number; client_err: number; server_err: number };

/** The calls of all buckets together. */
export function totalsOf({ calls }: Pick<KeyUsage, 'calls'>): Totals {
  const totals = { calls: 0, success: 0, client_err: 0, server_err: 0 };
  for (const bucket of calls) {
    totals.success += bucket.success;
    totals.client_err += bucket.client_err;
    totals.server_err += bucket.server_err;
  }
  totals.calls = totals.success + totals.client_err + totals.server_err;
  return totals;
}
