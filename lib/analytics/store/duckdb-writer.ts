import { setImmediate } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type AnalyticsEvent, type AttackDetail, type EventWithDetails, SOURCE_AUDIT } from '../events/event';
import { completes, mergeHalves } from '../events/merge';
import { rejectedTotal } from '../events/rejected';
import { duckdbDialect } from './dialect';
import { storeRejected } from './duckdb-rejected';
import type { LooseRollups } from './duckdb-rollups';
import { appendDetails, appendIds, type DetailRow, eventOf, fillStage, type Signed } from './duckdb-rows';
import { CommitFailed, transaction } from './duckdb-transaction';
import { EVENT_NAMES } from './schema';
import { type BatchResult, type IngestBatch, OutcomeUnknown } from './store';

/** Clocks of access and audit log of one request are this close; wider only when a log is in another zone. */
const NEAR = 3_600_000;

type Merged = { item: EventWithDetails; result: BatchResult };
/** What a group of batches does to the store; `alone`: by how much the audit lines without an access line grow. */
type Plan = { rows: Signed[]; details: DetailRow[]; alone: number };

/** An event is itself within its brand: two brands may well have the same id. */
const keyOf = ({ oem_id, event_id }: Pick<AnalyticsEvent, 'oem_id' | 'event_id'>) => `${event_id} ${oem_id}`;
const batchKey = ({ oem_id, batch_id }: Pick<IngestBatch, 'oem_id' | 'batch_id'>) => `${batch_id} ${oem_id}`;

/** Writes batches. One writer per store; calls must not overlap. */
export class DuckdbWriter {
  /** Stored events that only an audit line has told of, so that their access line must be looked for at any time. */
  private alone = 0;

  constructor(
    private readonly connection: DuckDBConnection,
    private readonly rollups: LooseRollups,
  ) {}

  async open(): Promise<void> {
    await this.connection.run('CREATE TEMP TABLE incoming (event_id UBIGINT)');
    await this.recount();
  }

  /** Counts anew what is known of the store, after rows were deleted. */
  async recount(): Promise<void> {
    const [row] = await this.rows(`SELECT count(*)::DOUBLE AS n FROM events WHERE sources = ${SOURCE_AUDIT}`);
    this.alone = Number(row?.n ?? 0);
  }

  /** As AnalyticsStore.insert. */
  async write(batches: readonly IngestBatch[]): Promise<BatchResult[]> {
    const results = await this.earlier(batches);
    const fresh: IngestBatch[] = [];
    for (const batch of batches) {
      const key = batchKey(batch);
      if (results.has(key)) continue;
      fresh.push(batch);
      results.set(key, emptyResult(batch));
    }
    const answer = () => batches.map((batch) => results.get(batchKey(batch))).filter((r) => r !== undefined);
    if (fresh.length === 0) return answer();
    try {
      const { alone, added } = await transaction(this.connection, () => this.apply(fresh, results));
      this.alone += alone;
      this.rollups.note(added);
    } catch (error) {
      if (!(error instanceof CommitFailed)) throw error;
      await this.settle(fresh, error);
    }
    return answer();
  }

  /** After a failed commit: returns if the batches are there all the same, else throws what is known of them. */
  private async settle(batches: readonly IngestBatch[], failure: CommitFailed): Promise<void> {
    const stored = await this.earlier(batches).catch((cause: unknown) => {
      throw new OutcomeUnknown('the event store failed while it committed', { cause });
    });
    if (stored.size === 0) throw failure;
    await this.recount();
  }

  private async apply(batches: readonly IngestBatch[], results: ReadonlyMap<string, BatchResult>) {
    const fresh = batches.flatMap((batch) => results.get(batchKey(batch)) ?? []);
    const plan = await this.planAgainstStore(await this.mergeWithin(batches, fresh));
    plan.rows.sort((a, b) => a.event.time - b.event.time);
    if (plan.rows.length > 0) {
      await fillStage(this.connection, plan.rows);
      await this.storeEvents(plan);
    }
    const added = await this.rollups.add(plan.rows);
    await appendDetails(this.connection, plan.details);
    const now = Date.now();
    await storeRejected(this.connection, batches, fresh, now);
    await this.storeBatches(batches, fresh, now);
    return { alone: plan.alone, added };
  }

  private async earlier(batches: readonly IngestBatch[]): Promise<Map<string, BatchResult>> {
    const ids = batches.map(
      ({ oem_id, batch_id }) => `(${duckdbDialect.text(oem_id)}, ${duckdbDialect.text(batch_id)})`,
    );
    const rows = await this.rows(`SELECT * FROM batches WHERE (oem_id, batch_id) IN (${ids.join(', ')})`);
    return new Map(
      rows.map((r) => [
        batchKey({ oem_id: String(r.oem_id), batch_id: String(r.batch_id) }),
        {
          batch_id: String(r.batch_id),
          stored: Number(r.stored),
          known: Number(r.known),
          upgraded: Number(r.upgraded),
          rejected: Number(r.rejected),
          kept: Number(r.kept),
          reasons: JSON.parse(String(r.reasons)),
          duplicate: true,
        },
      ]),
    );
  }

  /** One entry per event: halves of a request that came in the same group are joined here. */
  private async mergeWithin(
    batches: readonly IngestBatch[],
    results: readonly BatchResult[],
  ): Promise<Map<string, Merged>> {
    const merged = new Map<string, Merged>();
    for (const [i, batch] of batches.entries()) {
      const result = results[i];
      if (!result) continue;
      for (const item of batch.events) {
        const key = keyOf(item.event);
        const first = merged.get(key);
        if (!first) merged.set(key, { item, result });
        else if (completes(first.item.event.sources, item.event.sources)) {
          first.item = join(first.item, item);
          result.upgraded += 1;
        } else result.known += 1;
      }
      await setImmediate();
    }
    return merged;
  }

  private async planAgainstStore(merged: ReadonlyMap<string, Merged>): Promise<Plan> {
    const plan: Plan = { rows: [], details: [], alone: 0 };
    const stored = await this.storedSources(merged);
    const incomplete: bigint[] = [];
    for (const [key, { item, result }] of merged) {
      const sources = stored.get(key);
      if (sources === undefined) {
        plan.rows.push({ event: item.event, sign: 1 });
        for (const detail of item.details) plan.details.push({ event: item.event, detail });
        result.stored += 1;
        if (item.event.sources === SOURCE_AUDIT) plan.alone += 1;
      } else if (completes(sources, item.event.sources)) {
        incomplete.push(item.event.event_id);
        result.upgraded += 1;
      } else result.known += 1;
    }
    if (incomplete.length > 0) await this.planUpgrades(incomplete, stored, merged, plan);
    return plan;
  }

  private async planUpgrades(
    ids: readonly bigint[],
    stored: ReadonlyMap<string, number>,
    merged: ReadonlyMap<string, Merged>,
    plan: Plan,
  ): Promise<void> {
    await this.fillIncoming(ids);
    const sql = `SELECT ${EVENT_NAMES} FROM events WHERE event_id IN (SELECT event_id FROM incoming)`;
    for await (const rows of this.pieces(sql)) {
      for (const row of rows) {
        const old = eventOf(row);
        const incoming = merged.get(keyOf(old))?.item;
        if (!incoming || !completes(stored.get(keyOf(old)) ?? 0, incoming.event.sources)) continue;
        const hadAudit = (old.sources & SOURCE_AUDIT) !== 0;
        const event = mergeHalves(old, incoming.event);
        plan.rows.push({ event: old, sign: -1 }, { event: { ...event, ...owner(event, old) }, sign: 1 });
        if (!hadAudit) for (const detail of incoming.details) plan.details.push({ event, detail });
        else plan.alone -= 1;
      }
    }
  }

  /** Which of these events the store has, and which halves of them. */
  private async storedSources(merged: ReadonlyMap<string, Merged>): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    if (merged.size === 0) return found;
    let first = Number.POSITIVE_INFINITY;
    let last = Number.NEGATIVE_INFINITY;
    let anywhere = false;
    const ids: bigint[] = [];
    for (const { item } of merged.values()) {
      ids.push(item.event.event_id);
      first = Math.min(first, item.event.source_time);
      last = Math.max(last, item.event.source_time);
      if (item.event.sources === SOURCE_AUDIT) anywhere = true;
    }
    await this.fillIncoming(ids);
    const among = 'SELECT oem_id, event_id, sources FROM events WHERE event_id IN (SELECT event_id FROM incoming)';
    const queries = anywhere ? [among] : [`${among} AND source_time BETWEEN ${first - NEAR} AND ${last + NEAR}`];
    if (!anywhere && this.alone > 0) queries.push(`${among} AND sources = ${SOURCE_AUDIT}`);
    for (const sql of queries) {
      for await (const rows of this.pieces(sql)) {
        for (const r of rows) {
          found.set(keyOf({ oem_id: String(r.oem_id), event_id: r.event_id as bigint }), Number(r.sources));
        }
      }
    }
    return found;
  }

  private async fillIncoming(ids: readonly bigint[]): Promise<void> {
    await this.connection.run('DELETE FROM incoming');
    await appendIds(this.connection, ids);
  }

  private async storeEvents({ rows }: Plan): Promise<void> {
    if (rows.some((r) => r.sign < 0)) {
      await this.connection.run(
        'DELETE FROM events WHERE (event_id, oem_id) IN (SELECT (event_id, oem_id) FROM stage WHERE sign < 0)',
      );
    }
    await this.connection.run(`INSERT INTO events SELECT ${EVENT_NAMES} FROM stage WHERE sign > 0`);
  }

  private async storeBatches(
    batches: readonly IngestBatch[],
    results: readonly BatchResult[],
    now: number,
  ): Promise<void> {
    for (const [i, { oem_id, batch_id }] of batches.entries()) {
      const result = results[i];
      if (!result) continue;
      const { stored, known, upgraded, rejected, kept, reasons } = result;
      await this.connection.run(
        `INSERT INTO batches (oem_id, batch_id, time, stored, known, upgraded, rejected, kept, reasons)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [oem_id, batch_id, ...[now, stored, known, upgraded, rejected, kept].map(BigInt), JSON.stringify(reasons)],
      );
    }
  }

  /** Rows of a query, two thousand at a time, so that other requests get their turn between them. */
  private async *pieces(sql: string): AsyncGenerator<Record<string, unknown>[]> {
    const result = await this.connection.stream(sql);
    for await (const rows of result.yieldRowObjects()) {
      yield rows;
      await setImmediate();
    }
  }

  private async rows(sql: string): Promise<Record<string, unknown>[]> {
    return (await this.connection.runAndReadAll(sql)).getRowObjects();
  }
}

function emptyResult({ batch_id, reasons }: IngestBatch): BatchResult {
  const rejected = rejectedTotal(reasons);
  return { batch_id, stored: 0, known: 0, upgraded: 0, rejected, kept: 0, reasons, duplicate: false };
}

function join(first: EventWithDetails, second: EventWithDetails): EventWithDetails {
  const details: AttackDetail[] = first.details.length > 0 ? first.details : second.details;
  const event = mergeHalves(first.event, second.event);
  return { event: { ...event, ...owner(event, first.event) }, details };
}

/** Whose event it is: the half with a host says so, and an audit line may have none. */
function owner(event: AnalyticsEvent, other: AnalyticsEvent): Pick<AnalyticsEvent, 'oem_id' | 'domain_id'> {
  return event.domain_id === '' && event.host === other.host
    ? { oem_id: other.oem_id, domain_id: other.domain_id }
    : { oem_id: event.oem_id, domain_id: event.domain_id };
}
