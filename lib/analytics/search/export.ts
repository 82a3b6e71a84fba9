import type { Ctx } from '@/lib/api/context';
import { CSV_START, csvRow } from '@/lib/api/csv';
import type { StreamReply } from '@/lib/api/envelope';
import { ownerOf } from '@/lib/queues/owner';
import { streamInTurn } from '@/lib/queues/stream';
import type { EventPlace } from '../charts/compile';
import { windowAfter } from '../charts/run';
import { type EventExport, EventVO, MAX_EXPORTED_EVENTS } from './contract';
import { COUNT, EVENTS } from './events';
import { searchInParts } from './parts';
import { readerOf } from './reader';

/** Events read at a time, which takes the thread that answers some 5 ms; with their longest texts some 3 MB. */
const BATCH = 250;
/** However long it takes: a file has the time that a page has not. */
const ALL = { order: 'desc', size: BATCH, skip: 0, isCounted: false, until: Number.POSITIVE_INFINITY } as const;

const { time: _, ...others } = EventVO.shape;
const COLUMNS = Object.keys(others) as (keyof typeof others)[];

const FORMATS = {
  csv: {
    media_type: 'text/csv; charset=utf-8',
    // The time as people and spreadsheets read it, in UTC.
    head: CSV_START + csvRow(['time', ...COLUMNS]),
    row: (event: EventVO) => csvRow([new Date(event.time).toISOString(), ...COLUMNS.map((column) => event[column])]),
  },
  ndjson: { media_type: 'application/x-ndjson', head: '', row: (event: EventVO) => `${JSON.stringify(event)}\n` },
};

/**
 * The newest events that match as a file, in pieces: each read in a turn of its own among the charts, few of them in memory. The
 * first is read before this resolves, so that what cannot be read is still answered as an error. Rejects as `FairQueue.run` does, too.
 */
export async function exportEvents(ctx: Ctx, asked: EventExport): Promise<StreamReply> {
  const reader = await readerOf(ctx, asked, 'desc');
  const find = async (after?: EventPlace): Promise<EventVO[]> => {
    const events = reader.eventsAfter(after);
    if (reader.isRolledUp(COUNT)) return events.list(reader.window, BATCH, 0);
    const window = windowAfter(reader.window, { order: 'desc', after });
    return (await searchInParts(events, { ...ALL, window })).list;
  };
  const next = (after?: EventPlace) => find(after).catch(reader.refuse(EVENTS));
  const { media_type, head, row } = FORMATS[asked.format];
  const make = async () => {
    const first = await next();
    return { media_type, file_name: `events.${asked.format}`, chunks: fileOf(head, row, first, next) };
  };
  return streamInTurn(ctx.runtime.queues, ownerOf(ctx), make, ctx.request.signal());
}

async function* fileOf(
  head: string,
  row: (event: EventVO) => string,
  first: EventVO[],
  next: (after: EventPlace) => Promise<EventVO[]>,
): AsyncGenerator<string> {
  if (head !== '') yield head;
  let [rows, left] = [first, MAX_EXPORTED_EVENTS];
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    yield rows.slice(0, left).map(row).join('');
    left -= rows.length;
    if (rows.length < BATCH || left <= 0) return;
    rows = await next(last);
  }
}
