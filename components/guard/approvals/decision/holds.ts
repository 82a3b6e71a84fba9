import { queryOptions } from '@tanstack/react-query';
import { send, urlOf } from '@/lib/api/client';
import type { Envelope } from '@/lib/api/envelope';
import { approvals, type Hold } from '@/lib/guard/approvals/contract';

/** A decision that can still be taken back; `ends_at` is its due_at on the clock of this browser. */
export type Held = Hold & { ends_at: number };

/** What was decided at once by one person: a single domain, or a selection. */
export type HeldGroup = { key: string; audit_status: number; user_name: string; ends_at: number; holds: Held[] };

/** The end of each is noticed soon; where nothing is held, a colleague's decision may show a little later. */
export const WATCHED_MS = 1_000;
const IDLE_MS = 10_000;
/** Clocks this close count as one: the server's Date header knows whole seconds only. */
const CLOSE_MS = 2_000;

/** How far the server's clock is ahead of `now`, by its Date header; 0 where they agree or nothing is known. */
export function clockLead(date: string | null, now: number): number {
  const lead = Date.parse(date ?? '') + 500 - now;
  return Math.abs(lead) >= CLOSE_MS ? lead : 0;
}

export const holdsQuery = queryOptions<readonly Held[]>({
  queryKey: [approvals.holds.path],
  refetchInterval: ({ state }) => (state.data?.length ? WATCHED_MS : IDLE_MS),
  queryFn: async ({ signal }) => {
    const response = await send(urlOf(approvals.holds), { method: 'GET', signal });
    const { data } = (await response.json()) as Envelope<Hold[]>;
    const lead = clockLead(response.headers.get('date'), Date.now());
    return data.map((hold) => ({ ...hold, ends_at: hold.due_at - lead }));
  },
});

/** Holds by the request that made them, the latest first. */
export function inGroups(holds: readonly Held[]): HeldGroup[] {
  const groups = new Map<string, HeldGroup>();
  for (const hold of holds) {
    const { due_at, audit_status, user_name, ends_at } = hold;
    const key = `${due_at} ${audit_status} ${user_name}`;
    const group = groups.get(key) ?? { key, audit_status, user_name, ends_at, holds: [] };
    group.holds.push(hold);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.ends_at - a.ends_at);
}
