import { createHash } from 'node:crypto';
import { AppError } from '@/lib/api/errors';
import { BATCH_LIMITS, parseJson } from '@/lib/api/json';
import { parseWith } from '@/lib/api/parse';
import type { Translator } from '@/lib/i18n/translate';
import { cut } from '@/lib/text/well-formed';
import type { Enricher } from '../enrich/enricher';
import type { EventWithDetails } from '../events/event';
import { KEPT_TEXT, type RejectCounts, type RejectedLine } from '../events/rejected';
import { REJECT_REASONS, type RejectReason } from '../events/vocabulary';
import { KEPT_PER_DAY } from '../store/store';
import { acceptLine, hostOf, type Owner } from './accept';
import { type IngestInput, ingestInput } from './contract';
import { MAX_BATCH_EVENTS } from './vocabulary';

/** Says of each host whose it is; undefined where the sender may not send for it. */
export type OwnersOf = (hosts: readonly string[]) => Promise<readonly (Owner | undefined)[]>;

/** A batch as it was read: events to store, lines to keep for inspection, and how many were rejected. */
export type ReadBatch = {
  batch_id: string;
  /** Items in the batch. */
  received: number;
  /** Some hundred events each, written by `packEvents`. */
  packs: string[];
  rejected: RejectedLine[];
  reasons: RejectCounts;
};

/** Events in one pack: little enough to be unpacked between two other requests. */
const PACK = 250;

/** An item and, where the sender wrote it as a line, its text. */
type Item = { value: unknown; line?: string };

/** Events as text, for the way from one thread to another. */
function packEvents(events: readonly EventWithDetails[]): string {
  return JSON.stringify(events, (_key, value) => (typeof value === 'bigint' ? value.toString() : value));
}

/** Packs events one after another. */
export class Packs {
  readonly #packs: string[] = [];
  readonly #events: EventWithDetails[] = [];

  add(event: EventWithDetails): void {
    this.#events.push(event);
    if (this.#events.length === PACK) this.#packs.push(packEvents(this.#events.splice(0)));
  }

  all(): string[] {
    if (this.#events.length > 0) this.#packs.push(packEvents(this.#events.splice(0)));
    return this.#packs;
  }
}

export function unpackEvents(pack: string): EventWithDetails[] {
  const items = JSON.parse(pack) as EventWithDetails[];
  for (const { event } of items) event.event_id = BigInt(event.event_id);
  return items;
}

function* itemsOf({ events, lines = '' }: IngestInput): Generator<Item> {
  for (const value of events ?? []) yield { value };
  for (let from = 0; from < lines.length; ) {
    const end = lines.indexOf('\n', from);
    const line = lines.slice(from, end < 0 ? lines.length : end);
    from = end < 0 ? lines.length : end + 1;
    if (line.trim() !== '') yield { value: parsed(line), line };
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function readItems(input: IngestInput): Item[] {
  const items: Item[] = [];
  for (const item of itemsOf(input)) {
    items.push(item);
    if (items.length > MAX_BATCH_EVENTS) {
      throw new AppError('err.request.too_large', { values: { limit: MAX_BATCH_EVENTS }, field: 'lines' });
    }
  }
  return items;
}

type Fields = Record<string, unknown>;

/** What the sender itself rejected: `{"rejected": {reason, text, …}}`. */
function rejectedBySender({ value }: Item): Fields | undefined {
  const given = typeof value === 'object' && value !== null ? (value as Fields).rejected : undefined;
  return typeof given === 'object' && given !== null ? (given as Fields) : undefined;
}

const textOf = (value: unknown, max: number) => (typeof value === 'string' ? cut(value, max) : '');

function contentOf({ value, line }: Item): string {
  return cut(line ?? JSON.stringify(value) ?? '', KEPT_TEXT);
}

/** Sorts out the rejected lines of one batch: counts all, keeps the first of each reason. */
export class Rejected {
  readonly lines: RejectedLine[] = [];
  readonly reasons: RejectCounts = {};

  add(reason: RejectReason, make: () => Omit<RejectedLine, 'reason'>): void {
    const count = (this.reasons[reason] ?? 0) + 1;
    this.reasons[reason] = count;
    if (count <= KEPT_PER_DAY) this.lines.push({ ...make(), reason });
  }

  /** A line that the server refuses itself. */
  addLine(reason: RejectReason, line: Omit<RejectedLine, 'reason'>): void {
    this.add(reason, () => line);
  }

  addOwn(item: Item, reason: RejectReason, number: number): void {
    this.add(reason, () => {
      const text = contentOf(item);
      return { reject_id: digest(reason, text), file: '', line: number, text };
    });
  }

  addSent(given: Fields, number: number): void {
    const reason = REJECT_REASONS.find((r) => r === given.reason) ?? 'other';
    this.add(reason, () => {
      const text = textOf(given.text, KEPT_TEXT);
      return {
        reject_id: textOf(given.reject_id, 64) || digest(reason, text),
        file: textOf(given.file, 255),
        line: Number.isSafeInteger(given.line) ? Number(given.line) : number,
        text,
      };
    });
  }
}

const digest = (reason: string, text: string) => createHash('md5').update(`${reason}\0${text}`).digest('hex');

/**
 * Reads the body of a batch. Takes some 100 ms for 20,000 events, so it belongs on a thread of its own. Throws AppError
 * 400 where the body is no batch; lines that are no events are part of the answer.
 */
export async function readBatch(
  body: Uint8Array,
  { t, enricher, ownersOf }: { t: Translator; enricher: Enricher; ownersOf: OwnersOf },
): Promise<ReadBatch> {
  const input = parseWith(ingestInput, parseJson(body, BATCH_LIMITS), t);
  const items = readItems(input);
  const hosts = [...new Set(items.map(({ value }) => hostOf(value)))];
  const owners = await ownersOf(hosts);
  const byHost = new Map(hosts.map((host, i) => [host, owners[i]]));
  const rejected = new Rejected();
  const packs = new Packs();
  for (const [i, item] of items.entries()) {
    const given = rejectedBySender(item);
    if (given) {
      rejected.addSent(given, i + 1);
      continue;
    }
    const event = acceptLine(item.value, enricher, (host) => byHost.get(host));
    if (typeof event === 'string') {
      rejected.addOwn(item, event, i + 1);
      continue;
    }
    packs.add(event);
  }
  const { lines, reasons } = rejected;
  return { batch_id: input.batch_id, received: items.length, packs: packs.all(), rejected: lines, reasons };
}
