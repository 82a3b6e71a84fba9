import type { EventVO } from '@/lib/analytics/search/contract';

/** Requests of one answer, and those kept of all answers: the newest. */
export const ASKED = 100;
export const KEPT = 200;

export type Followed = {
  /** What the reader sees, newest first. */
  shown: readonly EventVO[];
  /** What came while they read, newest first. */
  held: readonly EventVO[];
  /** How many came while they read, also where fewer are kept. */
  waiting: number;
  /** More may have come between two answers than one of them holds. */
  hasGaps: boolean;
};

export const NOTHING: Followed = { shown: [], held: [], waiting: 0, hasGaps: false };

const newest = (events: readonly EventVO[]) =>
  [...events].sort((a, b) => b.time - a.time || (a.event_id < b.event_id ? 1 : -1)).slice(0, KEPT);

/** What was held back joins what is shown. */
export const release = (before: Followed): Followed =>
  before.waiting === 0 ? before : { ...before, shown: newest([...before.held, ...before.shown]), held: [], waiting: 0 };

/** What is known after one more answer, the newest requests of some minutes. What came late takes its place by its time. */
export function follow(before: Followed, arrived: readonly EventVO[], isHeld: boolean): Followed {
  const later = new Map(arrived.map((event) => [event.event_id, event]));
  // The second half of a request's log may change what is known of it.
  const known = (events: readonly EventVO[]) => events.map((event) => later.get(event.event_id) ?? event);
  const [shown, held] = [known(before.shown), known(before.held)];
  const ids = new Set([...shown, ...held].map(({ event_id }) => event_id));
  const fresh = arrived.filter(({ event_id }) => !ids.has(event_id));
  const after = {
    shown,
    held: newest([...fresh, ...held]),
    waiting: before.waiting + fresh.length,
    hasGaps: ids.size > 0 && fresh.length >= ASKED,
  };
  return isHeld ? after : release(after);
}
