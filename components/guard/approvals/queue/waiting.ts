import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/client';
import { approvals, type Queue, type Waiting } from '@/lib/guard/approvals/contract';
import { type Domain, IN_REVIEW, UNAUDITED } from '@/lib/guard/domains/contract';

/** As many as one decision takes. */
const SHOWN = 100;
const EVERY_MS = 60_000;

export const isWaiting = ({ audit_status }: Pick<Domain, 'audit_status'>): boolean =>
  audit_status === UNAUDITED || audit_status === IN_REVIEW;

/** Rows in the order of the queue; one that is there twice counts once, with its last state. */
export function inOrder(rows: readonly Waiting[]): Waiting[] {
  const byId = new Map(rows.map((row) => [row.domain_id, row]));
  return [...byId.values()].sort((a, b) => a.waits_since - b.waits_since || (a.domain_id < b.domain_id ? -1 : 1));
}

/** How many wait, where `isHidden` says of which a decision has been made or taken back since the queue was read. */
export function countOf({ list, total }: Queue, isHidden: (domain_id: string) => boolean): number {
  const left = list.filter((row) => !row.on_hold && isHidden(row.domain_id)).length;
  const back = list.filter((row) => row.on_hold && !isHidden(row.domain_id)).length;
  return total - left + back;
}

/** The domains that wait the longest. More come as these are decided. */
export const waitingQuery = queryOptions({
  queryKey: [approvals.queue.path],
  refetchInterval: EVERY_MS,
  queryFn: ({ signal }): Promise<Queue> => call(approvals.queue, { query: { size: SHOWN } }, signal),
});
