import type { Ctx } from '@/lib/api/context';
import { CSV_START, csvRow } from '@/lib/api/csv';
import type { StreamReply } from '@/lib/api/envelope';
import { chunks } from '@/lib/db/grouped';
import { ownerOf } from '@/lib/queues/owner';
import { streamInTurn } from '@/lib/queues/stream';
import type { IpExport } from './contract';
import { type ExportedIp, nextIps } from './ip-repository';
import { findSet } from './service';

/** Addresses read at a time: some 100 KB. */
const BATCH = 2_000;
/** Addresses written in one turn of the thread that answers, which takes some 2 ms. */
const WRITTEN = 250;

const FORMATS = {
  txt: { media_type: 'text/plain; charset=utf-8', head: '', row: ({ ip_addr }: ExportedIp) => `${ip_addr}\n` },
  csv: {
    media_type: 'text/csv; charset=utf-8',
    head: CSV_START + csvRow(['ip_addr', 'status', 'ctime']),
    row: ({ ip_addr, status, ctime }: ExportedIp) =>
      csvRow([ip_addr, status !== 0 ? 'true' : 'false', new Date(ctime).toISOString()]),
  },
};

/**
 * The addresses of a list that match, as a file in batches: however long the list, few of them are in memory. Throws not_found
 * outside the caller's scope; rejects as `FairQueue.run` does, too.
 */
export async function exportIps(ctx: Ctx, id: string, { format, ...filter }: IpExport): Promise<StreamReply> {
  const set = await findSet(ctx, id);
  const next = (place?: number) => nextIps(ctx.runtime.store.scan, set.id, filter, { place, limit: BATCH });
  const { media_type, head, row } = FORMATS[format];
  const make = async () => {
    const first = await next();
    return { media_type, file_name: `ip-list-${set.id}.${format}`, chunks: fileOf(head, row, first, next) };
  };
  return streamInTurn(ctx.runtime.queues, ownerOf(ctx), make, ctx.request.signal());
}

async function* fileOf(
  head: string,
  row: (ip: ExportedIp) => string,
  first: ExportedIp[],
  next: (place: number) => Promise<ExportedIp[]>,
): AsyncGenerator<string> {
  if (head !== '') yield head;
  let rows = first;
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    for (const some of chunks(rows, WRITTEN)) yield some.map(row).join('');
    if (rows.length < BATCH) return;
    rows = await next(last.place);
  }
}
