import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/client';
import { probes, Verified } from '@/lib/guard/probes/contract';

const storedAt = (domain_id: string) => `parapet.verified.${domain_id}`;

/** What the last verification in this tab of the browser said. */
function kept(domain_id: string): Verified | undefined {
  try {
    return Verified.parse(JSON.parse(sessionStorage.getItem(storedAt(domain_id)) ?? 'null'));
  } catch {
    return undefined;
  }
}

/** The last verification of a domain, kept until the browser tab closes; fetching it makes another one. */
export const verificationQuery = (domain_id: string) =>
  queryOptions({
    queryKey: ['verification', domain_id],
    queryFn: async ({ signal }): Promise<Verified> => {
      const verified = await call(probes.verify, { params: { id: domain_id } }, signal);
      sessionStorage.setItem(storedAt(domain_id), JSON.stringify(verified));
      return verified;
    },
    initialData: () => kept(domain_id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
