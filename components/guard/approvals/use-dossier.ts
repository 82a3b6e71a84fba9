'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, query } from '@/lib/api/client';
import { approvals } from '@/lib/guard/approvals/contract';
import type { Domain } from '@/lib/guard/domains/contract';

/** Whoever walks through the queue without stopping sends no probes. */
const REST_MS = 400;
/** As long as the server remembers what it found. */
const FRESH_MS = 30_000;

/** True once the same thing has been looked at for REST_MS. */
function useRested(id: string): boolean {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(id), REST_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return rested === id;
}

/** What is known of a domain: from the store at once, from the network when it has answered. */
export function useDossier({ domain_id, utime }: Domain) {
  const rested = useRested(domain_id);
  const input = { params: { id: domain_id } };
  const dossier = useQuery({ ...query(approvals.dossier, input), retry: false });
  const probe = useQuery({
    queryKey: [approvals.probe.path, input, utime],
    queryFn: ({ signal }) => call(approvals.probe, input, signal),
    enabled: rested,
    staleTime: FRESH_MS,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return { dossier, probe };
}

export type Known = ReturnType<typeof useDossier>;
