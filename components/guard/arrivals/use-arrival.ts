'use client';

import { useQuery } from '@tanstack/react-query';
import { useDelivery } from '@/components/guard/releases/use-releases';
import { query } from '@/lib/api/client';
import { type Arrival, arrivals } from '@/lib/guard/arrivals/contract';

const ARRIVING_MS = 1_000;
const WATCH_MS = 5_000;

export const isArriving = ({ pending, nodes }: Arrival) =>
  pending > 0 || nodes.some((node) => node.state === 'waiting');

/** How far a policy or a list has come; asked again and again, quickly while it is on its way. */
export function useArrival(of: keyof typeof arrivals, id: string): Arrival | undefined {
  const { data } = useQuery({
    ...query(arrivals[of], { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isArriving(state.data) ? ARRIVING_MS : WATCH_MS),
  });
  return data;
}

/** The same of a domain, with all it refers to. */
export function useDomainArrival(domain_id: string): Arrival | undefined {
  const delivery = useDelivery(domain_id);
  if (!delivery) return undefined;
  const failures = delivery.nodes.filter((node) => node.state === 'failed');
  return { ...delivery, failures: failures.map((node) => ({ ...node, domain_id, domain: '' })) };
}
