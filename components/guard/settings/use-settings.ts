'use client';

import { useQuery } from '@tanstack/react-query';
import { query } from '@/lib/api/client';
import { domainSettings } from '@/lib/guard/settings/contract';

/** The query of a domain's settings, for those who read or change what it holds. */
export const settingsQuery = (domain_id: string) => query(domainSettings.view, { params: { id: domain_id } });

/** Every setting of a domain, each a JSON document as text; undefined until they came. */
export function useSettings(domain_id: string) {
  const { data, error, refetch } = useQuery(settingsQuery(domain_id));
  return { settings: data?.settings, error, refetch: () => void refetch() };
}
