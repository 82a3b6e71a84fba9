import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/client';
import { approvals } from '@/lib/guard/approvals/contract';
import { type Domain, domains, IN_REVIEW, UNAUDITED } from '@/lib/guard/domains/contract';

/** As many as one decision takes. */
const SHOWN = 100;
const EVERY_MS = 60_000;

export type Waiting = {
  /** Oldest first. */
  rows: readonly Domain[];
  /** All that wait, also those beyond the bound. */
  total: number;
};

export const isWaiting = ({ audit_status }: Pick<Domain, 'audit_status'>): boolean =>
  audit_status === UNAUDITED || audit_status === IN_REVIEW;

/** Puts rows of the queue in its order, oldest first; a row known twice counts once. */
export function inOrder(rows: readonly Domain[]): Domain[] {
  const byId = new Map(rows.map((row) => [row.domain_id, row]));
  return [...byId.values()].sort((a, b) => a.ctime - b.ctime || (a.domain_id < b.domain_id ? -1 : 1));
}

/** The oldest that wait for a decision. More come as these are decided. */
export const waitingQuery = queryOptions({
  // Begins with the path of the list, so that a change of any domain refreshes it.
  queryKey: [domains.list.path, 'waiting'],
  refetchInterval: EVERY_MS,
  queryFn: async ({ signal }): Promise<Waiting> => {
    const { list, total } = await call(approvals.queue, { query: { size: SHOWN } }, signal);
    return { rows: list, total };
  },
});
