import type { Ctx } from '@/lib/api/context';
import { CSV_START, csvRow } from '@/lib/api/csv';
import type { StreamReply } from '@/lib/api/envelope';
import { ownerOf } from '@/lib/queues/owner';
import { streamInTurn } from '@/lib/queues/stream';
import type { EventPlace } from '../charts/compile';
import { windowAfter } from '../charts/run';
import { chartError } from '../query/prepare';
import { type EventExport, EventVO, MAX_EXPORTED_EVENTS } from './contract';
import { EVENTS } from './events';
import { searchInParts } from './parts';
import { readerOf } from './reader';

/** Events read at a time, which takes the thread that answers some 5 ms; with their longest texts some 3 MB. */
const BATCH = 250;
const ORDER = { order: 'desc' } as const;
/** However long it takes: a file has the time that a page has not. */
const ALL = { size: BATCH, skip: 0, isCounted: false, until: Number.POSITIVE_INFINITY };

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
  const { format } = asked;
  const { window, isRolledUp, after: readAfter } = await readerOf(ctx, asked, 'desc');
  const next = async (after?: EventPlace): Promise<EventVO[]> => {
    const rest = { ...ORDER, window: windowAfter(window, { ...ORDER, after }) };
    const found = isRolledUp
      ? readAfter(after).list(window, BATCH, 0)
      : searchInParts(readAfter(after), { ...rest, ...ALL }).then(({ list }) => list);
    return found.catch((cause) => {
      throw chartError(ctx, EVENTS.key, cause);
    });
  };
  const { media_type, head, row } = FORMATS[format];
  const make = async () => {
    const first = await next();
    return { media_type, file_name: `events.${format}`, chunks: fileOf(head, row, first, next) };
  };
  return streamInTurn(ctx.runtime.queues, ownerOf(ctx), make, ctx.request.signal);
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
