'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { alertRules, DryRunInput } from '@/lib/analytics/alert-rules/contract';
import { call } from '@/lib/api/client';

/** What is asked of a draft for a domain, as JSON; null where the draft is not complete. */
function askable(draft: object, domain_id: string): string | null {
  const read = DryRunInput.safeParse({ ...draft, domain_id });
  return read.success ? JSON.stringify(read.data) : null;
}

/**
 * What a draft would have done, asked for by `run`. A change of the draft ends what is under way; the answer before stays,
 * and `isBehind` says that it is another draft's.
 */
export function useDryRun(draft: object, domain_id: string) {
  const now = askable(draft, domain_id);
  const [asked, setAsked] = useState<string | null>(null);
  const dryRun = useQuery({
    queryKey: [alertRules.dryRun.path, asked],
    queryFn: async ({ signal }) => {
      const input = JSON.parse(asked ?? '') as DryRunInput;
      return { body: asked, input, found: await call(alertRules.dryRun, { body: input }, signal), at: Date.now() };
    },
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    // Asked for again by hand alone.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const { data, isFetching } = dryRun;
  if (isFetching && asked !== now) setAsked(null);
  const run = () => (asked === now ? void dryRun.refetch() : setAsked(now));
  return {
    data,
    error: asked === now ? dryRun.error : null,
    isFetching,
    isAskable: now !== null,
    isBehind: data !== undefined && data.body !== now,
    run,
  };
}
