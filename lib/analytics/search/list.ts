import type { Ctx } from '@/lib/api/context';
import type { EventPlace } from '../charts/compile';
import { windowAfter } from '../charts/run';
import type { Window } from '../charts/window';
import type { EventListQuery, EventPage } from './contract';
import { COUNT, EVENTS } from './events';
import { type Found, type PartReader, searchInParts } from './parts';
import { readerOf } from './reader';

/** How long a search goes on that reads the events themselves, and how long after that it counts on. */
const SEARCH_MS = 3_000;
const COUNT_MS = 300;

/** Single events the caller may see, newest first unless asked otherwise. Rejects as `FairQueue.run` does, too. */
export async function listEvents(ctx: Ctx, asked: EventListQuery): Promise<EventPage> {
  const { page, size, order, cursor: after } = asked;
  const reader = await readerOf(ctx, asked, order);
  const wanted = { window: reader.window, order, size, skip: (page - 1) * size, after };
  const find = reader.isRolledUp(COUNT) ? wholeWindow : withinTime;
  const found = await find(reader.eventsAfter(after), wanted).catch(reader.refuse(EVENTS));
  return { ...found, page, size, next_cursor: nextCursor(found, wanted) };
}

type Wanted = { window: Window; order: 'asc' | 'desc'; size: number; skip: number; after: EventPlace | undefined };

async function wholeWindow({ list, count }: PartReader, { window, size, skip }: Wanted): Promise<Found> {
  const [events, total] = await Promise.all([list(window, size, skip), count(window)]);
  return { list: events, total, searched_until: null };
}

/** Of what only the events themselves say: as far as it comes while somebody waits. */
async function withinTime(reader: PartReader, { after, ...wanted }: Wanted): Promise<Found> {
  const until = performance.now() + SEARCH_MS;
  if (!after) return searchInParts(reader, { ...wanted, isCounted: true, until });
  const window = windowAfter(wanted.window, { after, order: wanted.order });
  const found = await searchInParts(reader, { ...wanted, window, isCounted: false, until });
  const rest = Math.max(until, performance.now() + COUNT_MS);
  const counted = await searchInParts(reader, { ...wanted, size: 0, isCounted: true, until: rest });
  const { searched_until } = found.list.length < wanted.size ? found : counted;
  // The list may have come further than counting did.
  return { list: found.list, total: Math.max(counted.total, found.list.length), searched_until };
}

/** After the last event of a full page, else where the search came to. */
function nextCursor({ list, searched_until }: Found, { order, size }: Wanted): string {
  const last = list.at(-1);
  if (last && list.length === size) return `${last.time}-${last.event_id}`;
  if (searched_until === null) return '';
  return order === 'desc' ? `${searched_until}-${'0'.repeat(16)}` : `${searched_until - 1}-${'f'.repeat(16)}`;
}
