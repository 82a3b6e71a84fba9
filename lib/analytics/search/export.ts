import type { Ctx } from '@/lib/api/context';
import { CSV_START, csvRow } from '@/lib/api/csv';
import type { StreamReply } from '@/lib/api/envelope';
import { ownerOf } from '@/lib/queues/owner';
import { streamInTurn } from '@/lib/queues/stream';
import { runChart } from '../charts/run';
import { chartError, prepare, windowOf } from '../query/prepare';
import { type EventExport, EventVO, MAX_EXPORTED_EVENTS } from './contract';
import { EVENTS } from './events';

/** Events read at a time: with their longest texts some 10 MB, usually one. */
const BATCH = 1_000;

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

/** Where a file goes on: before this time, without those of its last millisecond that it has already. */
type Place = { etime: number; sent: readonly string[] };

/**
 * The newest events that match as a file, in pieces: each read in a turn of its own among the charts, few of them in memory. The
 * first is read before this resolves, so that what cannot be read is still answered as an error. Rejects as `FairQueue.run` does, too.
 */
export async function exportEvents(ctx: Ctx, asked: EventExport): Promise<StreamReply> {
  const { filter: filters = [], keyword, format } = asked;
  const window = windowOf(ctx, asked, 'window');
  const { store, query } = await prepare(ctx, { window, compare: false, filters, scope: asked });
  const owner = ownerOf(ctx);
  const next = async ({ etime, sent }: Place): Promise<EventVO[]> => {
    const params = { top: 1, order: 'desc' as const, page: 1, size: BATCH, skip: sent.length };
    const read = () => runChart(store, EVENTS, { ...query, window: { ...window, etime }, keyword, params });
    const { rows } = await ctx.runtime.queues.charts.run(owner, read, ctx.request.signal).catch((cause) => {
      throw chartError(ctx, EVENTS.key, cause);
    });
    return EventVO.array().parse(rows);
  };
  const { media_type, head, row } = FORMATS[format];
  const make = async () => {
    const first = await next({ etime: window.etime, sent: [] });
    return { media_type, file_name: `events.${format}`, chunks: fileOf(head, row, first, next) };
  };
  return streamInTurn(ctx.runtime.queues, owner, make, ctx.request.signal);
}

async function* fileOf(
  head: string,
  row: (event: EventVO) => string,
  first: EventVO[],
  next: (place: Place) => Promise<EventVO[]>,
): AsyncGenerator<string> {
  if (head !== '') yield head;
  let [rows, sent, left] = [first, [] as string[], MAX_EXPORTED_EVENTS];
  while (rows.length > 0) {
    // An event that came meanwhile pushes others of its millisecond back.
    const fresh = rows.filter((event) => !sent.includes(event.event_id)).slice(0, left);
    yield fresh.map(row).join('');
    left -= fresh.length;
    const last = rows.at(-1)?.time ?? 0;
    if (rows.length < BATCH || left <= 0) return;
    const same = rows.filter((event) => event.time === last).map((event) => event.event_id);
    sent = rows[0]?.time === last ? [...new Set([...sent, ...same])] : same;
    rows = await next({ etime: last + 1, sent });
  }
}
