'use client';

import { walker } from '@/components/data-table/rows/walker';
import { latePart } from '@/components/layout/preferences/late-part';
import type { EventVO } from '@/lib/analytics/search/contract';

// Needed far less often than the list is loaded.
const EventDrawer = latePart(() => import('./event-drawer').then((part) => part.EventDrawer));

type OpenId = string | null | ((id: string | null) => string | null);
export type SetOpenId = (id: OpenId, history: 'push' | 'replace') => void;
type Props = {
  rows: readonly EventVO[];
  openId: string | null;
  setOpenId: SetOpenId;
};

/** The drawer of the request that is open, if it is among the rows; its arrows walk them. */
export function OpenEvent({ rows, openId, setOpenId }: Props) {
  const event = rows.find((row) => row.event_id === openId);
  const list = { rows, rowId: (row: EventVO) => row.event_id };
  const walk = walker(list, openId, (next) => setOpenId(next, 'replace'));
  if (!event) return null;
  return (
    <EventDrawer event={event} onClose={() => setOpenId(null, 'replace')} onPrevious={walk(-1)} onNext={walk(1)} />
  );
}
