import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import type { Db } from '@/lib/db/store';
import { ownersOfHosts } from '@/lib/guard/domains/hosts';
import { translator } from '@/lib/i18n/translate';
import type { Behalf } from '@/lib/queues/behalf';
import { ownerOf, type Owner as TurnOwner } from '@/lib/queues/owner';
import type { EventWithDetails } from '../events/event';
import { rejectedTotal } from '../events/rejected';
import { NO_VALUES, OutcomeUnknown, type ReadLines } from '../store/store';
import type { Owner } from './accept';
import { type OwnersOf, type ReadBatch, unpackEvents } from './batch';
import type { IngestAnswer, NodeBatch } from './contract';
import { type LinesBody, readLinesBody } from './lines-body';
import { numberedLines } from './log-lines';
import type { Place } from './queue';

const RETRY_AFTER_S = '1';

/** The brand that a sender speaks for; empty for the installation itself, which feeds every brand. */
const brandOf = ({ principal }: Ctx) => (principal.auth_mode === 'local' ? '' : principal.oem_id);

/**
 * Whose a host is for a sender: the installation's own token may send for all, anybody else for the hosts of their brand
 * and for those that nobody owns, which then stay within the brand.
 */
function ownerFor(brand: string, found: Owner | undefined): Owner | undefined {
  if (!found) return { oem_id: brand, domain_id: '' };
  return brand === '' || found.oem_id === brand ? found : undefined;
}

function ownersFor(db: Db, brand: string): OwnersOf {
  return async (hosts) => (await ownersOfHosts(db, hosts)).map((found) => ownerFor(brand, found));
}

async function unpacked(behalf: Behalf, packs: readonly string[]): Promise<EventWithDetails[]> {
  const events: EventWithDetails[] = [];
  for (const pack of packs) {
    for (const event of unpackEvents(pack)) events.push(event);
    await behalf.nextTurn();
  }
  return events;
}

/** Who sends a batch: whose batch ids and kept lines theirs are, for which hosts they may send, and its place among others. */
type Sender = {
  oem_id: string;
  owners: OwnersOf;
  place: Place;
  /** Set for a node, which sends for itself whatever its lines say. */
  node_id?: string;
};

const senderOf = (ctx: Ctx, place: Place): Sender => {
  const oem_id = brandOf(ctx);
  return { oem_id, place, owners: ownersFor(ctx.db, oem_id) };
};

/** Batch ids live within their sender; no sender of another kind can choose one with a slash. */
const ownId = ({ node_id }: Sender, batch_id: string) => (node_id === undefined ? batch_id : `${node_id}/${batch_id}`);

/** Stores a batch that was read; `lines` are those of its events that the store has read itself. */
async function store(ctx: Ctx, sender: Sender, read: ReadBatch, lines?: ReadLines): Promise<IngestAnswer> {
  const { analytics } = ctx.runtime;
  const { batch_id, rejected, reasons } = read;
  const received = read.received + (lines?.count ?? 0);
  const refused = rejectedTotal(reasons);
  // What a node sends every second changes nothing that anybody configured.
  if (sender.node_id === undefined) {
    await analytics.journal.record(ctx, { batch_id, events: received - refused, rejected: refused });
  }
  const events = await unpacked(ctx.behalf, read.packs);
  const { oem_id } = sender;
  const batch = { oem_id, batch_id: ownId(sender, batch_id), events, lines, rejected, reasons };
  const result = await sender.place.add(batch);
  return { ...result, batch_id, received };
}

async function ingest(ctx: Ctx, body: Uint8Array, place: Place): Promise<IngestAnswer> {
  const sender = senderOf(ctx, place);
  const read = await ctx.runtime.analytics.reader.read(body, ctx.locale, sender.owners);
  ctx.request.release?.();
  return store(ctx, sender, read);
}

/** Reads as a set the lines that can be: those of an nginx JSON log, where the engine takes them. */
async function readAsSet(
  ctx: Ctx,
  { node_id }: Sender,
  { header, lines, isText }: LinesBody,
): Promise<ReadLines | undefined> {
  if (header.format !== 'nginx_json' || !isText) return undefined;
  const { analytics, log } = ctx.runtime;
  // What it knows of the lines is asked for as soon as the engine has read them.
  analytics.reader.start();
  return analytics.store.readLines?.(lines, header.shift_ms, node_id).catch((err: unknown) => {
    log.warn({ err, request_id: ctx.request.id }, 'the event store could not read the lines of a batch as a set');
    return undefined;
  });
}

const ingestLines = (ctx: Ctx, body: Uint8Array, place: Place): Promise<IngestAnswer> =>
  ingestLog(ctx, senderOf(ctx, place), {
    ...readLinesBody(body, translator(ctx.locale)),
    release: ctx.request.release,
  });

/** `release`: the lines are needed no more. */
async function ingestLog(ctx: Ctx, sender: Sender, sent: LinesBody & { release?: () => void }): Promise<IngestAnswer> {
  const { analytics } = ctx.runtime;
  const { owners, node_id } = sender;
  const { header } = sent;
  const lines = await readAsSet(ctx, sender, sent);
  try {
    const log = { header, node_id, lines: lines?.odd ?? sent.lines, values: lines?.values ?? NO_VALUES };
    const read = await analytics.reader.readLog(log, ctx.locale, owners);
    const refused = lines ? numberedLines(sent.lines, await lines.takeHosts(read.refusedHosts)) : [];
    sent.release?.();
    if (!lines) return await store(ctx, sender, read);
    await lines.know(read.known);
    if (refused.length === 0) return await store(ctx, sender, read, lines);
    // What is refused is read with the odd lines, so that both are counted and kept alike.
    const all = { header, node_id, lines: [...lines.odd, ...refused], values: NO_VALUES };
    return await store(ctx, sender, await analytics.reader.readLog(all, ctx.locale, owners), lines);
  } finally {
    await lines?.drop();
  }
}

/**
 * Stores a batch, in turns that are fair to all senders; the answer leaves after the commit. 429 and 503 with
 * Retry-After: the sender keeps the batch and sends it again under the same id.
 */
export async function ingestEvents(ctx: Ctx): Promise<IngestAnswer> {
  const { bytes } = ctx.request;
  if (!bytes) throw new AppError('err.request.body_missing');
  const work = ctx.request.isOther ? ingestLines : ingest;
  return inTurn(ctx, ownerOf(ctx), (place) => work(ctx, bytes, place));
}

/** Stores lines of a node's logs. `isServed` says which of some domains that node serves; lines for all other hosts are refused. */
export function ingestOfNode(
  ctx: Ctx,
  { node_id, isServed }: { node_id: string; isServed(domain_ids: readonly string[]): Promise<ReadonlySet<string>> },
  { lines, ...sent }: NodeBatch,
): Promise<IngestAnswer> {
  const owners: OwnersOf = async (hosts) => {
    const found = await ownersOfHosts(ctx.db, hosts);
    const served = await isServed([...new Set(found.flatMap((one) => one?.domain_id ?? []))]);
    return found.map((one) => (one && served.has(one.domain_id) ? one : undefined));
  };
  const body = { header: { ...sent, shift_ms: 0, hosts: {} }, lines: Buffer.from(lines), isText: true };
  // Nodes enrolled by one person take turns as different senders.
  const turn = { ...ownerOf(ctx), account: `node ${node_id}` };
  return inTurn(ctx, turn, (place) => ingestLog(ctx, { oem_id: '', owners, place, node_id }, body));
}

async function inTurn(
  ctx: Ctx,
  owner: TurnOwner,
  work: (place: Place) => Promise<IngestAnswer>,
): Promise<IngestAnswer> {
  const placed = () => {
    const place = ctx.runtime.analytics.queue.expect();
    return work(place).finally(place.leave);
  };
  try {
    return await ctx.runtime.queues.ingestion.run(owner, placed, ctx.request.signal());
  } catch (cause) {
    if (!(cause instanceof OutcomeUnknown)) throw cause;
    ctx.runtime.log.error({ err: cause, request_id: ctx.request.id }, 'what became of a batch is not known');
    throw new AppError('err.analytics.batch_unknown', { headers: { 'Retry-After': RETRY_AFTER_S } });
  }
}
