'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { verificationQuery } from '@/components/guard/probes/verification';
import { usePermission } from '@/components/layout/account/session';
import { isVerified, pauseAfter } from './pause';

const PERMISSION = 'guard.domain.verify';
const ROUND_MS = 3_000;

/**
 * Verifies a domain until its CNAME points here and its origin answers: at once, then ever less often, at rest while
 * the tab is hidden, and when one comes back to it.
 */
export function useWatchedVerification(domain_id: string, isWanted = true) {
  const isAllowed = usePermission()(PERMISSION);
  const { data, error, isFetching, refetch } = useQuery({
    ...verificationQuery(domain_id),
    enabled: isAllowed && isWanted,
    refetchInterval: ({ state }) =>
      isVerified(state.data) ? false : pauseAfter(state.dataUpdateCount + state.errorUpdateCount),
    refetchOnWindowFocus: ({ state }) => (isVerified(state.data) ? false : 'always'),
  });
  return { verified: data, error, isAllowed, isFetching, checkNow: () => void refetch() };
}

/** Verifies several domains one after the other, round and round, leaving out those in order. */
export function useVerificationRound(domain_ids: readonly string[]): void {
  const queries = useQueryClient();
  const isAllowed = usePermission()(PERMISSION);
  const queryKey = ['verification round', domain_ids];
  useQuery({
    queryKey,
    queryFn: async () => {
      const turn = queries.getQueryData<number>(queryKey) ?? 0;
      const open = domain_ids.filter((id) => !isVerified(queries.getQueryData(verificationQuery(id).queryKey)));
      const next = open[turn % open.length];
      // One that fails does not hold up the others; its turn comes again.
      if (next) await queries.fetchQuery({ ...verificationQuery(next), staleTime: 0 }).catch(() => undefined);
      return turn + 1;
    },
    enabled: isAllowed && domain_ids.length > 1,
    refetchInterval: ROUND_MS,
  });
}
