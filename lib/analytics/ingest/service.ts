import { setImmediate } from 'node:timers/promises';
import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { ownerOf } from '@/lib/work/owner';
import type { EventWithDetails } from '../events/event';
import { rejectedTotal } from '../events/rejected';
import { OutcomeUnknown } from '../store/store';
import type { Owner } from './accept';
import { type OwnersOf, unpackEvents } from './batch';
import type { IngestAnswer } from './contract';

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

function ownersFor(brand: string, ownersOfHosts: OwnersOf): OwnersOf {
  return async (hosts) => (await ownersOfHosts(hosts)).map((found) => ownerFor(brand, found));
}

async function unpacked(packs: readonly string[]): Promise<EventWithDetails[]> {
  const events: EventWithDetails[] = [];
  for (const pack of packs) {
    for (const event of unpackEvents(pack)) events.push(event);
    await setImmediate();
  }
  return events;
}

async function ingest(ctx: Ctx, body: Uint8Array): Promise<IngestAnswer> {
  const { analytics } = ctx.runtime;
  const oem_id = brandOf(ctx);
  const read = await analytics.reader.read(body, ctx.locale, ownersFor(oem_id, analytics.ownersOfHosts));
  const { batch_id, received, rejected, reasons } = read;
  const refused = rejectedTotal(reasons);
  await analytics.journal.record(ctx, { batch_id, events: received - refused, rejected: refused });
  const events = await unpacked(read.packs);
  const result = await analytics.queue.add({ oem_id, batch_id, events, rejected, reasons });
  return { ...result, received };
}

/**
 * Stores a batch, in turns that are fair to all senders; the answer leaves after the commit. 429 and 503 with
 * Retry-After: the sender keeps the batch and sends it again under the same id.
 */
export async function ingestEvents(ctx: Ctx): Promise<IngestAnswer> {
  const { bytes } = ctx.request;
  if (!bytes) throw new AppError('err.request.body_missing');
  try {
    return await ctx.runtime.queues.ingestion.run(ownerOf(ctx), () => ingest(ctx, bytes), ctx.request.signal);
  } catch (cause) {
    if (!(cause instanceof OutcomeUnknown)) throw cause;
    ctx.runtime.log.error({ err: cause, request_id: ctx.request.id }, 'what became of a batch is not known');
    throw new AppError('err.analytics.batch_unknown', { headers: { 'Retry-After': RETRY_AFTER_S } });
  }
}
