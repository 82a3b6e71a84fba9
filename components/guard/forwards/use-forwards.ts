'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
import { usePermission } from '@/components/layout/account/session';
import { call } from '@/lib/api/client';
import { type Forward, forwards, MAX_FORWARDS } from '@/lib/guard/forwards/contract';
import { forwardName } from './forward-name';
import { FORWARDS } from './permissions';

/** A forward as a part of its domain: it is named by its protocol and port. */
export type DomainForward = Forward & { name: string };

export const forwardsQuery = (domain_id: string) => {
  const input = { query: { domain_id, size: MAX_FORWARDS } };
  return queryOptions({
    queryKey: [forwards.list.path, input],
    queryFn: async ({ signal }): Promise<{ list: DomainForward[] }> => {
      const { list } = await call(forwards.list, input, signal);
      return { list: list.map((one) => ({ ...one, name: forwardName(one) })) };
    },
  });
};

/** The port forwards of a domain, newest first; undefined until they came, or where the caller may not see them. */
export function useForwards(domain_id: string) {
  const isAllowed = usePermission()(FORWARDS.list);
  const { data, error, refetch } = useQuery({ ...forwardsQuery(domain_id), enabled: isAllowed });
  return { isAllowed, parts: data?.list, error, refetch: () => void refetch() };
}
