import type { EventWithDetails } from '../../events/event';
import type { IngestBatch } from '../store';
import { linesIn, linesOf } from './lines';
import type { Insert, Plan } from './spool';

/*
 * What the files of the spool hold, as lines: each begins with what follows it, so that neither writing nor reading is one piece
 * of work. An earlier Parapet wrote one line of JSON, which is read as well.
 */

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** A batch, after which its events come, a line each. */
type BatchHead = Omit<IngestBatch, 'events'> & { events: number };

const isNamed = ({ oem_id, batch_id, rejected, reasons }: Json) =>
  typeof oem_id === 'string' && typeof batch_id === 'string' && Array.isArray(rejected) && isObject(reasons);

const isHead = (value: unknown): value is BatchHead =>
  isObject(value) && isNamed(value) && Number.isInteger(value.events);
const isBatch = (value: unknown): value is IngestBatch =>
  isObject(value) && isNamed(value) && Array.isArray(value.events);

const folded = ({ event, details }: EventWithDetails) => ({
  event: { ...event, event_id: String(event.event_id) },
  details,
});

/** JSON has no integers of 64 bits. */
const UNFOLDED = (key: string, value: unknown) => (key === 'event_id' ? BigInt(String(value)) : value);

export async function piecesOfBatches(batches: readonly IngestBatch[]): Promise<string[]> {
  const pieces: string[] = [];
  for (const { events, ...batch } of batches) {
    pieces.push(`${JSON.stringify({ ...batch, events: events.length } satisfies BatchHead)}\n`);
    for (const piece of await linesOf(events, folded)) pieces.push(piece);
  }
  return pieces;
}

/** The batches of a file. Throws where it is none of ours. */
export async function batchesIn(file: string): Promise<IngestBatch[]> {
  const batches: IngestBatch[] = [];
  const lines = linesIn(file);
  for await (const line of lines) {
    const read: unknown = JSON.parse(line, UNFOLDED);
    if (Array.isArray(read) && read.every(isBatch)) return read;
    if (!isHead(read)) throw new Error('these are no batches');
    const events: EventWithDetails[] = [];
    while (events.length < read.events) events.push(JSON.parse(await nextOf(lines), UNFOLDED));
    batches.push({ ...read, events });
  }
  return batches;
}

async function nextOf(lines: AsyncGenerator<string>): Promise<string> {
  const { value, done } = await lines.next();
  if (done) throw new Error('it breaks off');
  return value;
}

/** A plan, after which the pieces of its inserts come, each as JSON text on a line. */
type PlanHead = { token: string; inserts: (Omit<Insert, 'lines'> & { pieces: number })[] };

const isOf = (value: unknown, isInsert: (insert: Json) => boolean) =>
  isObject(value) &&
  typeof value.token === 'string' &&
  Array.isArray(value.inserts) &&
  value.inserts.every((insert) => isObject(insert) && typeof insert.table === 'string' && isInsert(insert));

const isPlanHead = (value: unknown): value is PlanHead => isOf(value, ({ pieces }) => Number.isInteger(pieces));

/** As an earlier Parapet wrote it. */
const isOnePlan = (value: unknown): value is { token: string; inserts: (Insert & { lines: string })[] } =>
  isOf(value, ({ lines }) => typeof lines === 'string');

export function* piecesOfPlan({ token, inserts }: Plan): Generator<string> {
  const head = inserts.map(({ lines, ...insert }) => ({ ...insert, pieces: lines.length }));
  yield `${JSON.stringify({ token, inserts: head } satisfies PlanHead)}\n`;
  for (const { lines } of inserts) for (const piece of lines) yield `${JSON.stringify(piece)}\n`;
}

/** The plan of a file. Throws where it is none of ours. */
export async function planIn(file: string): Promise<Plan> {
  const lines = linesIn(file);
  const head: unknown = JSON.parse(await nextOf(lines));
  if (isOnePlan(head)) {
    return { ...head, inserts: head.inserts.map((insert) => ({ ...insert, lines: [insert.lines] })) };
  }
  if (!isPlanHead(head)) throw new Error('this is no plan');
  const inserts: Insert[] = [];
  for (const { pieces, ...insert } of head.inserts) {
    const own: string[] = [];
    while (own.length < pieces) own.push(JSON.parse(await nextOf(lines)));
    inserts.push({ ...insert, lines: own });
  }
  return { token: head.token, inserts };
}
