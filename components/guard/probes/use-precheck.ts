'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCountdown } from '@/components/ui/states/error-state';
import { ApiError, call } from '@/lib/api/client';
import { type Probed, probes, type Target } from '@/lib/guard/probes/contract';

const keyOf = (domain_id: string) => ['precheck', domain_id];
const targetKey = ({ origin_protocol, host, port }: Target) => `${origin_protocol} ${host} ${port}`;

/** A name that a probe may ask for: below a wildcard one is made up, as the verification does. */
export const probedName = (domain: string): string => domain.replace(/^\*/, 'parapet-verify');

/**
 * Prechecks of a domain's origins with the last result of each, kept while the console is open. `wait` counts the
 * seconds down until the server takes another one (ten a minute).
 */
export function usePrecheck(domain_id: string) {
  const queries = useQueryClient();
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<unknown>(null);
  const wait = useCountdown(error instanceof ApiError && error.status === 429 ? error.retryAfter || 1 : 0, error);
  const { data: results } = useQuery({
    queryKey: keyOf(domain_id),
    queryFn: (): Record<string, Probed> => ({}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const run = async (targets: readonly Target[]) => {
    setRunning(new Set(targets.map(targetKey)));
    setError(null);
    try {
      const answer = await call(probes.precheck, { body: { targets: [...targets] } });
      const fresh = targets.flatMap((target, i) => {
        const result = answer.results[i];
        return result ? [[targetKey(target), result] as const] : [];
      });
      queries.setQueryData<Record<string, Probed>>(keyOf(domain_id), (old) => ({
        ...old,
        ...Object.fromEntries(fresh),
      }));
    } catch (failure) {
      setError(failure);
    } finally {
      setRunning(new Set());
    }
  };
  return {
    run,
    wait,
    /** A refusal of the last run; a 429 is over once `wait` is 0. */
    error: error instanceof ApiError && error.status === 429 && wait === 0 ? null : error,
    isRunning: (target: Target) => running.has(targetKey(target)),
    isBusy: running.size > 0,
    resultOf: (target: Target): Probed | undefined => results?.[targetKey(target)],
  };
}
