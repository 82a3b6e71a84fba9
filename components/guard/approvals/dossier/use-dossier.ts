'use client';

import { useQuery } from '@tanstack/react-query';
import { useSettled } from '@/components/ui/states/use-settled';
import { call, query } from '@/lib/api/client';
import { approvals } from '@/lib/guard/approvals/contract';
import type { Domain } from '@/lib/guard/domains/contract';

/** Whoever walks through the queue without stopping sends no probes. */
const REST_MS = 400;
/** As long as the server remembers what it found. */
const FRESH_MS = 30_000;

const isAbout = (queryKey: readonly unknown[] | undefined, domain_id: string): boolean =>
  (queryKey?.[1] as { params: { id: string } } | undefined)?.params.id === domain_id;

/** What is known of a domain: from the store at once, from the network when it has answered. */
export function useDossier({ domain_id, utime }: Domain) {
  const isRested = useSettled<string | null>(domain_id, REST_MS, null) === domain_id;
  const input = { params: { id: domain_id } };
  const read = query(approvals.dossier, input);
  // Read anew once the domain has changed: its origins are shown with what trying them gave.
  const dossier = useQuery({
    ...read,
    queryKey: [...read.queryKey, utime] as never,
    retry: false,
    placeholderData: (known, before) => (isAbout(before?.queryKey, domain_id) ? known : undefined),
  });
  const probe = useQuery({
    queryKey: [approvals.probe.path, input, utime],
    queryFn: ({ signal }) => call(approvals.probe, input, signal),
    enabled: isRested,
    staleTime: FRESH_MS,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return { dossier, probe };
}

export type Known = ReturnType<typeof useDossier>;
