import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/client';
import { type Domain, domains, IN_REVIEW, UNAUDITED } from '@/lib/guard/domains/contract';

const SIZE = 100;
/** Of each state the queue holds at most 500 domains, the oldest. */
const MAX_PAGES = 5;
const EVERY_MS = 60_000;

export type Waiting = {
  /** Oldest first. */
  rows: readonly Domain[];
  /** All that wait, also those beyond the bound. */
  total: number;
};

export const isWaiting = ({ audit_status }: Pick<Domain, 'audit_status'>): boolean =>
  audit_status === UNAUDITED || audit_status === IN_REVIEW;

/** Pages that hold the oldest rows of a list which the API answers newest first; the first page is known already. */
export function oldestPages(total: number): number[] {
  const last = Math.ceil(total / SIZE);
  const first = Math.max(2, last - MAX_PAGES + 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
}

/** Merges the queue's parts, oldest first; a row that moved between two reads counts once. */
export function inOrder(rows: readonly Domain[]): Domain[] {
  const byId = new Map(rows.map((row) => [row.domain_id, row]));
  return [...byId.values()].sort((a, b) => a.ctime - b.ctime || (a.domain_id < b.domain_id ? -1 : 1));
}

async function loadState(audit_status: number, signal: AbortSignal): Promise<Waiting> {
  const load = (page: number) =>
    call(domains.list, { query: { audit_status: String(audit_status), page, size: SIZE } }, signal);
  const newest = await load(1);
  const rest = await Promise.all(oldestPages(newest.total).map(load));
  const pages = rest.length < MAX_PAGES ? [newest, ...rest] : rest;
  return { rows: pages.flatMap((page) => page.list), total: newest.total };
}

/** Every domain that waits for a decision. The API has no order of its own to choose, hence the two reads and the bound. */
export const waitingQuery = queryOptions({
  // Begins with the path of the list, so that a change of any domain refreshes it.
  queryKey: [domains.list.path, 'waiting'],
  refetchInterval: EVERY_MS,
  queryFn: async ({ signal }): Promise<Waiting> => {
    const parts = await Promise.all([UNAUDITED, IN_REVIEW].map((status) => loadState(status, signal)));
    return {
      rows: inOrder(parts.flatMap((part) => part.rows)),
      total: parts.reduce((sum, part) => sum + part.total, 0),
    };
  },
});
