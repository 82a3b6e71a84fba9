'use client';

import { latePart } from '@/components/layout/preferences/late-part';
import { MAX_LISTED_EVENTS } from '@/lib/analytics/search/contract';
import type { useEvents } from './use-events';

// Few lists end before their window does.
const OlderNote = latePart(() => import('./older-note').then((part) => part.OlderNote));

/** Where the list ends before its window does: how far its search came, or the last event that its pages reach. */
function endOf({ rows, total, page, size, searchedUntil }: ReturnType<typeof useEvents>['list']) {
  const last = rows.at(-1);
  const reached = page * size;
  if (last && total > MAX_LISTED_EVENTS && reached >= MAX_LISTED_EVENTS)
    return { at: last.time + 1, isSearched: false };
  return searchedUntil !== null && reached >= total ? { at: searchedUntil, isSearched: true } : null;
}

/** Where there are older events than the list has, since its pages go no further or the search came only so far. */
export function OlderEvents({ list, ranged }: Pick<ReturnType<typeof useEvents>, 'list' | 'ranged'>) {
  const end = endOf(list);
  return end === null ? null : <OlderNote end={end} ranged={ranged} />;
}
