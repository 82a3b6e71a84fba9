import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { type EventWithDetails, KEPT_TEXT, type RejectedLine } from '../events/event';
import type { Analytics } from '../open';
import { acceptLine, type Owner } from './accept';
import { type IngestAnswer, type IngestInput, MAX_BATCH_EVENTS } from './contract';
import { QueueFull } from './queue';

/** Lines handled before other requests get their turn. */
const TURN = 500;
const RETRY_AFTER_S = '1';
const NOBODY: Owner = { oem_id: '', domain_id: '' };

const busy = () => new AppError('err.unavailable', { headers: { 'Retry-After': RETRY_AFTER_S } });

type Sorted = { events: EventWithDetails[]; rejected: RejectedLine[]; received: number };

function text(value: unknown, max: number): string {
  return typeof value === 'string' ? value.slice(0, max) : '';
}

function reject(reason: string, content: string, line: number, given: Record<string, unknown> = {}): RejectedLine {
  const kept = content.slice(0, KEPT_TEXT);
  const digest = createHash('md5').update(`${reason}\0${kept}`).digest('hex');
  return {
    reject_id: text(given.reject_id, 64) || digest,
    file: text(given.file, 255),
    line: typeof given.line === 'number' && Number.isSafeInteger(given.line) ? given.line : line,
    reason,
    text: kept,
  };
}

function* items({ events, lines }: IngestInput): Generator<unknown> {
  yield* events ?? [];
  const all = lines ?? '';
  for (let from = 0; from < all.length; ) {
    const end = all.indexOf('\n', from);
    const line = all.slice(from, end < 0 ? all.length : end);
    from = end < 0 ? all.length : end + 1;
    if (line.trim() !== '') yield parsed(line);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

function sortItem(item: unknown, into: Sorted, analytics: Analytics, ownerOf: (host: string) => Owner): void {
  into.received += 1;
  const given = typeof item === 'object' && item !== null && 'rejected' in item ? item.rejected : undefined;
  if (typeof given === 'object' && given !== null) {
    const line = given as Record<string, unknown>;
    into.rejected.push(reject(text(line.reason, 64) || 'unknown', text(line.text, KEPT_TEXT), into.received, line));
    return;
  }
  const event = acceptLine(item, analytics.enricher(), ownerOf);
  if (event) into.events.push(event);
  else {
    const content = typeof item === 'string' ? item : JSON.stringify(item);
    into.rejected.push(reject('invalid_event', content, into.received));
  }
}

async function sortItems(input: IngestInput, analytics: Analytics): Promise<Sorted> {
  const match = await analytics.matchHost();
  const ownerOf = (host: string) => match(host) ?? NOBODY;
  const sorted: Sorted = { events: [], rejected: [], received: 0 };
  for (const item of items(input)) {
    sortItem(item, sorted, analytics, ownerOf);
    if (sorted.received > MAX_BATCH_EVENTS) {
      throw new AppError('err.request.too_large', { values: { limit: MAX_BATCH_EVENTS }, field: 'lines' });
    }
    if (sorted.received % TURN === 0) await setImmediate();
  }
  return sorted;
}

/**
 * Stores a batch; the answer leaves after the commit. 503 with Retry-After while too much waits: the sender keeps the
 * batch and sends it again under the same id.
 */
export async function ingestEvents(ctx: Ctx, input: IngestInput): Promise<IngestAnswer> {
  const { analytics } = ctx.runtime;
  if (analytics.queue.isFull()) throw busy();
  const { events, rejected, received } = await sortItems(input, analytics);
  try {
    const result = await analytics.queue.add({ batch_id: input.batch_id, events, rejected });
    return { ...result, received };
  } catch (error) {
    throw error instanceof QueueFull ? busy() : error;
  }
}
