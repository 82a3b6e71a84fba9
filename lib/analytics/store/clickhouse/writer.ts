import { createHash } from 'node:crypto';
import { PROCESS } from '@/lib/queues/behalf';
import { type AnalyticsEvent, SOURCE_AUDIT } from '../../events/event';
import { rejectedTotal } from '../../events/rejected';
import { EVENT_COLUMNS } from '../columns';
import { type BatchResult, type IngestBatch, NEAR_HALVES, type Row } from '../store';
import { type Connection, isUnreadable } from './connection';
import { clickhouseDialect } from './dialect';
import { linesOf } from './lines';
import { type Changes, eventKey, mergeEvents, type Stored } from './merge';
import { chooseRejected } from './rejected';
import { EVENT_NAMES } from './schema';
import type { Insert, Plan, Spool } from './spool';

type BatchName = Pick<IngestBatch, 'oem_id' | 'batch_id'>;

const batchKey = ({ oem_id, batch_id }: BatchName) => `${batch_id} ${oem_id}`;
const keyOfRow = ({ oem_id, batch_id }: Row) => batchKey({ oem_id: String(oem_id), batch_id: String(batch_id) });

/** What a batch changed, as its row says. */
const CHANGES = ['stored', 'upgraded', 'kept'] as const;

/** Batches, and events, that one lookup names. */
const BATCHES_NAMED = 500;
const EVENTS_NAMED = 20_000;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A row as it is inserted; 64 bits without a sign are more than a number of JavaScript holds. */
function rowOf(event: AnalyticsEvent): object {
  // The same columns one after another make objects of one shape, in a third of the time that pairs take.
  const row: Row = {};
  for (const { name, of } of EVENT_COLUMNS) {
    const cell = of(event);
    row[name] = typeof cell === 'bigint' ? String(cell) : cell;
  }
  return row;
}

/** An event as a row of the store has it. */
function eventOf(row: Row): AnalyticsEvent {
  const event: Record<string, unknown> = {};
  for (const { name, type } of EVENT_COLUMNS) {
    const cell = row[name] ?? null;
    if (cell === null || type === 'text') event[name] = cell;
    else event[name] = type === 'u64' ? BigInt(cell) : Number(cell);
  }
  return event as AnalyticsEvent;
}

/** Faults of ours. */
const isOurs = (error: unknown) =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof ReferenceError ||
  error instanceof SyntaxError;

/** Whether what was to be stored never will be; everything else that goes wrong is the engine's, and passes. */
export const isRefused = (error: unknown): boolean => isOurs(error) || isUnreadable(error);

/** Writes batches. One at a time in a process. */
export class ClickhouseWriter {
  constructor(
    private readonly connection: Connection,
    private readonly spool: Spool,
  ) {}

  /** As AnalyticsStore.insert. What it answers is on disk, if it is not in the database yet; see `finish`. */
  async write(batches: readonly IngestBatch[]): Promise<BatchResult[]> {
    const results = await this.#earlier(batches);
    const fresh: { batch: IngestBatch; result: BatchResult }[] = [];
    for (const batch of batches) {
      if (results.has(batchKey(batch))) continue;
      const result = emptyResult(batch);
      results.set(batchKey(batch), result);
      fresh.push({ batch, result });
    }
    if (fresh.length > 0) {
      const plan = await this.#planOf(fresh);
      await this.spool.setPlan(plan);
      await this.#carryOut(plan);
    }
    return batches.flatMap((batch) => results.get(batchKey(batch)) ?? []);
  }

  /**
   * Carries out the plan that was left, if there is one, or drops it where another process has stored one of its batches since: nobody
   * had an answer for it, so that the sender asked there, or its batches wait in the spool as well. So it is with one that is refused.
   */
  async takeUp(): Promise<void> {
    try {
      const plan = await this.spool.plan();
      if (plan && (await this.#isOvertaken(plan))) await this.spool.removePlan();
      else await this.finish();
    } catch (error) {
      if (!isRefused(error)) throw error;
      await this.spool.putPlanAside(error);
    }
  }

  /** Whether one of a plan's batches is stored by another one, which found the events as this one did: nothing of this one is there then. */
  async #isOvertaken({ inserts }: Plan): Promise<boolean> {
    const lines = inserts.find(({ table }) => table === 'batches')?.lines ?? [];
    const planned: (Row & BatchName)[] = lines
      .flatMap((piece) => piece.split('\n'))
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const rows = await this.#rowsOf(planned);
    const found = new Map(rows.map((row) => [keyOfRow(row), row]));
    return planned.some((own) => {
      const other = found.get(keyOfRow(own));
      if (!other || Number(other.time) === Number(own.time)) return false;
      return (
        CHANGES.some((name) => Number(own[name]) > 0) &&
        CHANGES.every((name) => Number(own[name]) === Number(other[name]))
      );
    });
  }

  /** Carries out the plan that was begun, if there is one. Rejects when the engine refuses it or is away; only the latter may be tried again. */
  async finish(): Promise<boolean> {
    const plan = await this.spool.plan();
    if (plan) await this.#carryOut(plan);
    return plan !== undefined;
  }

  async #carryOut(plan: Plan): Promise<void> {
    for (const [i, { table, lines, token = plan.token }] of plan.inserts.entries()) {
      try {
        await this.connection.insert(table, lines, `${token}-${table}`);
      } catch (error) {
        // The first insert is whole or not at all: of what it refuses, nothing is stored.
        if (i === 0 && isUnreadable(error)) await this.spool.removePlan();
        else if (isRefused(error)) await this.spool.putPlanAside(error);
        throw error;
      }
    }
    await this.spool.removePlan();
  }

  async #planOf(fresh: readonly { batch: IngestBatch; result: BatchResult }[]): Promise<Plan> {
    const now = Date.now();
    const groups = fresh.map(({ batch, result }) => ({ events: batch.events, result }));
    const changes = await mergeEvents(
      groups,
      await this.#stored(fresh.flatMap(({ batch }) => batch.events.map((e) => e.event))),
    );
    const rejected = await chooseRejected(this.connection, fresh, now);
    const keys = fresh.map(({ batch }) => batchKey(batch)).join('\n');
    const token = sha256(`${now}\n${keys}`);
    const batches = fresh.map(({ batch, result }) => {
      const { stored, known, upgraded, rejected, kept, reasons } = result;
      const { oem_id, batch_id } = batch;
      return { oem_id, batch_id, time: now, stored, known, upgraded, rejected, kept, reasons: JSON.stringify(reasons) };
    });
    const inserts = [
      ...(await insertsOf(changes)),
      { table: 'rejected_lines', lines: await linesOf(rejected.lines) },
      ...(await Promise.all(rejected.counts.map(countsOf))),
      { table: 'batches', lines: await linesOf(batches) },
      { table: 'commits', lines: await linesOf([{ id: String(BigInt(`0x${token.slice(0, 15)}`)) }]) },
    ].filter(({ lines }) => lines.length > 0);
    return { token, inserts };
  }

  /** What the store has of these events, whichever half. */
  async #stored(events: readonly AnalyticsEvent[]): Promise<Map<string, Stored>> {
    const found = new Map<string, Stored>();
    const pause = PROCESS.slices();
    for (let from = 0; from < events.length; from += EVENTS_NAMED) {
      const some = events.slice(from, from + EVENTS_NAMED);
      const rows = await this.connection.exactly(
        `SELECT ${EVENT_NAMES} FROM events WHERE event_id IN (${some.map(({ event_id }) => event_id).join(', ')}) AND ${near(some)}`,
      );
      for (const row of rows) {
        await pause();
        const event = eventOf(row);
        found.set(eventKey(event), { row, event });
      }
    }
    return found;
  }

  async #earlier(batches: readonly IngestBatch[]): Promise<Map<string, BatchResult>> {
    const rows = await this.#rowsOf(batches);
    return new Map(rows.map((row) => [keyOfRow(row), resultOf(row)]));
  }

  /** What the store has of these batches. */
  async #rowsOf(batches: readonly BatchName[]): Promise<Row[]> {
    const found: Row[] = [];
    for (let from = 0; from < batches.length; from += BATCHES_NAMED) {
      const keys = batches
        .slice(from, from + BATCHES_NAMED)
        .map(({ oem_id, batch_id }) => `(${clickhouseDialect.text(batch_id)}, ${clickhouseDialect.text(oem_id)})`);
      const rows = await this.connection.exactly(
        `SELECT * FROM batches FINAL WHERE (batch_id, oem_id) IN (${keys.join(', ')})`,
      );
      for (const row of rows) found.push(row);
    }
    return found;
  }
}

/** Where the halves of these events may be: near them, but that of an audit line alone at any time. */
function near(events: readonly AnalyticsEvent[]): string {
  if (events.some(({ sources }) => sources === SOURCE_AUDIT)) return '1 = 1';
  let [first, last] = [Number.MAX_SAFE_INTEGER, 0];
  for (const { source_time } of events) {
    first = Math.min(first, source_time);
    last = Math.max(last, source_time);
  }
  return `(source_time BETWEEN ${first - NEAR_HALVES} AND ${last + NEAR_HALVES} OR sources = ${SOURCE_AUDIT})`;
}

/**
 * The refused lines of one batch are counted under a token of that batch: a sender without an answer may have asked another
 * process, which counted them as well, and nothing else tells that from what this one stored.
 */
const countsOf = async ({ batch, rows }: { batch: IngestBatch; rows: readonly object[] }): Promise<Insert> => ({
  table: 'rejected_counts',
  lines: await linesOf(rows),
  token: sha256(batchKey(batch)),
});

/** Rows that are taken back come before those that take their place. */
async function insertsOf({ takenBack, added, details }: Changes): Promise<Insert[]> {
  const before = await linesOf(takenBack, (row) => ({ ...row, sign: -1 }));
  const after = await linesOf(added, (event) => ({ ...rowOf(event), sign: 1 }));
  const matched = await linesOf(details, ({ event, detail }) => {
    const { time, domain_id, request_id, oem_id } = event;
    return { event_id: String(event.event_id), time, domain_id, request_id, ...detail, oem_id };
  });
  return [
    { table: 'event_changes', lines: [...before, ...after] },
    { table: 'attack_details', lines: matched },
  ];
}

function emptyResult({ batch_id, reasons }: IngestBatch): BatchResult {
  const rejected = rejectedTotal(reasons);
  return { batch_id, stored: 0, known: 0, upgraded: 0, rejected, kept: 0, reasons, duplicate: false };
}

function resultOf(row: Row): BatchResult {
  return {
    batch_id: String(row.batch_id),
    stored: Number(row.stored),
    known: Number(row.known),
    upgraded: Number(row.upgraded),
    rejected: Number(row.rejected),
    kept: Number(row.kept),
    reasons: JSON.parse(String(row.reasons)),
    duplicate: true,
  };
}
