import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { type AnalyticsEvent, type AttackDetail, type EventWithDetails, SOURCE_AUDIT } from '../events/event';
import { completes, mergeHalves } from '../events/merge';
import { appendDetails, appendIds, type DetailRow, eventOf, fillStage, type Signed } from './duckdb-rows';
import { addDelta, compactRollup, EVENT_NAMES, everyRollup, stageDelta } from './schema';
import { type BatchResult, GRAIN_MS, type IngestBatch } from './store';

/** Clocks of access and audit log of one request are this close; wider only when a log is in another zone. */
const NEAR = 3_600_000;
/** A rollup is compacted when this many rows were added to it and they outnumber the rest. */
const LOOSE = 200_000;

type Merged = { item: EventWithDetails; result: BatchResult };
type Plan = { rows: Signed[]; details: DetailRow[] };

/** Writes batches. One writer per store; calls must not overlap. */
export class DuckdbWriter {
  private readonly loose = new Map<string, { rows: number; since: number; base: number }>();
  private alone = 0;

  constructor(private readonly connection: DuckDBConnection) {}

  async open(): Promise<void> {
    await this.connection.run('CREATE TEMP TABLE incoming (event_id UBIGINT)');
    this.alone = await this.count(`SELECT count(*) FROM events WHERE sources = ${SOURCE_AUDIT}`);
  }

  async write(batches: readonly IngestBatch[]): Promise<BatchResult[]> {
    const results = await this.earlier(batches);
    const fresh: IngestBatch[] = [];
    for (const batch of batches) {
      if (!results.has(batch.batch_id) && !fresh.some((f) => f.batch_id === batch.batch_id)) fresh.push(batch);
    }
    for (const { batch_id } of fresh) {
      results.set(batch_id, { batch_id, stored: 0, known: 0, upgraded: 0, rejected: 0, duplicate: false });
    }
    if (fresh.length > 0) await this.transaction(() => this.apply(fresh, results));
    return batches.map((batch) => results.get(batch.batch_id)).filter((r) => r !== undefined);
  }

  /** Runs `work` in a transaction; a failure leaves nothing of it. */
  async transaction(work: () => Promise<void>): Promise<void> {
    await this.connection.run('BEGIN');
    try {
      await work();
      await this.connection.run('COMMIT');
    } catch (error) {
      await this.connection.run('ROLLBACK');
      throw error;
    }
  }

  private async apply(batches: readonly IngestBatch[], results: Map<string, BatchResult>): Promise<void> {
    const merged = this.mergeWithin(batches, results);
    const plan = await this.planAgainstStore(merged);
    plan.rows.sort((a, b) => a.event.time - b.event.time);
    if (plan.rows.length > 0) {
      await fillStage(this.connection, plan.rows);
      await this.storeEvents(plan);
      await this.storeRollups(plan.rows);
    }
    await appendDetails(this.connection, plan.details);
    for (const batch of batches) await this.storeBatch(batch, results.get(batch.batch_id));
  }

  private async earlier(batches: readonly IngestBatch[]): Promise<Map<string, BatchResult>> {
    const ids = batches.map((b) => `'${b.batch_id.replaceAll("'", "''")}'`).join(', ');
    const rows = await this.rows(`SELECT * FROM batches WHERE batch_id IN (${ids})`);
    return new Map(
      rows.map((r) => [
        String(r.batch_id),
        {
          batch_id: String(r.batch_id),
          stored: Number(r.stored),
          known: Number(r.known),
          upgraded: Number(r.upgraded),
          rejected: Number(r.rejected),
          duplicate: true,
        },
      ]),
    );
  }

  /** One entry per event: halves of a request that came in the same group are joined here. */
  private mergeWithin(batches: readonly IngestBatch[], results: Map<string, BatchResult>): Map<bigint, Merged> {
    const merged = new Map<bigint, Merged>();
    for (const batch of batches) {
      const result = results.get(batch.batch_id);
      if (!result) continue;
      for (const item of batch.events) {
        const first = merged.get(item.event.event_id);
        if (!first) merged.set(item.event.event_id, { item, result });
        else if (completes(first.item.event.sources, item.event.sources)) {
          first.item = join(first.item, item);
          result.upgraded += 1;
        } else result.known += 1;
      }
    }
    return merged;
  }

  private async planAgainstStore(merged: Map<bigint, Merged>): Promise<Plan> {
    const plan: Plan = { rows: [], details: [] };
    const stored = await this.storedSources(merged);
    const incomplete: bigint[] = [];
    for (const [id, { item, result }] of merged) {
      const sources = stored.get(id);
      if (sources === undefined) {
        plan.rows.push({ event: item.event, sign: 1 });
        for (const detail of item.details) plan.details.push({ event: item.event, detail });
        result.stored += 1;
        if (item.event.sources === SOURCE_AUDIT) this.alone += 1;
      } else if (completes(sources, item.event.sources)) {
        incomplete.push(id);
        result.upgraded += 1;
      } else result.known += 1;
    }
    if (incomplete.length > 0) await this.planUpgrades(incomplete, merged, plan);
    return plan;
  }

  private async planUpgrades(ids: readonly bigint[], merged: Map<bigint, Merged>, plan: Plan): Promise<void> {
    await this.fillIncoming(ids);
    for (const row of await this.rows(
      `SELECT ${EVENT_NAMES} FROM events WHERE event_id IN (SELECT event_id FROM incoming)`,
    )) {
      const old = eventOf(row);
      const incoming = merged.get(old.event_id)?.item;
      if (!incoming) continue;
      const hadAudit = (old.sources & SOURCE_AUDIT) !== 0;
      const event = mergeHalves(old, incoming.event);
      plan.rows.push({ event: old, sign: -1 }, { event: { ...event, ...owner(event, old) }, sign: 1 });
      if (!hadAudit) for (const detail of incoming.details) plan.details.push({ event, detail });
      else this.alone -= 1;
    }
  }

  /** Which of these events the store has, and which halves of them. */
  private async storedSources(merged: Map<bigint, Merged>): Promise<Map<bigint, number>> {
    if (merged.size === 0) return new Map();
    await this.fillIncoming([...merged.keys()]);
    let first = Number.POSITIVE_INFINITY;
    let last = Number.NEGATIVE_INFINITY;
    let anywhere = false;
    for (const { item } of merged.values()) {
      first = Math.min(first, item.event.source_time);
      last = Math.max(last, item.event.source_time);
      if (item.event.sources === SOURCE_AUDIT) anywhere = true;
    }
    const among = 'SELECT event_id, sources FROM events WHERE event_id IN (SELECT event_id FROM incoming)';
    const near = anywhere ? among : `${among} AND source_time BETWEEN ${first - NEAR} AND ${last + NEAR}`;
    const rows = await this.rows(near);
    if (!anywhere && this.alone > 0) rows.push(...(await this.rows(`${among} AND sources = ${SOURCE_AUDIT}`)));
    return new Map(rows.map((r) => [BigInt(String(r.event_id)), Number(r.sources)]));
  }

  private async fillIncoming(ids: readonly bigint[]): Promise<void> {
    await this.connection.run('DELETE FROM incoming');
    await appendIds(this.connection, ids);
  }

  private async storeEvents({ rows }: Plan): Promise<void> {
    if (rows.some((r) => r.sign < 0)) {
      await this.connection.run('DELETE FROM events WHERE event_id IN (SELECT event_id FROM stage WHERE sign < 0)');
    }
    if (rows.length > 0)
      await this.connection.run(`INSERT INTO events SELECT ${EVENT_NAMES} FROM stage WHERE sign > 0`);
  }

  private async storeRollups(rows: readonly Signed[]): Promise<void> {
    const first = rows[0];
    if (!first) return;
    for (const { rollup, grain, table } of everyRollup()) {
      if (grain === '5m') await this.connection.run(stageDelta(rollup));
      const { rowsChanged } = await this.connection.run(addDelta(rollup, grain));
      const since = first.event.time - (first.event.time % GRAIN_MS[grain]);
      const seen = this.loose.get(table);
      this.loose.set(table, {
        rows: (seen?.rows ?? 0) + rowsChanged,
        since: Math.min(seen?.since ?? since, since),
        base: seen?.base ?? (await this.count(`SELECT count(*) FROM ${table}`)) - rowsChanged,
      });
    }
  }

  private async storeBatch(batch: IngestBatch, result: BatchResult | undefined): Promise<void> {
    if (!result) return;
    for (const line of batch.rejected) {
      const values: DuckDBValue[] = [
        line.reject_id,
        BigInt(Date.now()),
        line.file,
        BigInt(line.line),
        line.reason,
        line.text,
      ];
      const { rowsChanged } = await this.connection.run(
        `INSERT INTO rejected_lines SELECT $1, $2, $3, $4, $5, $6
           WHERE NOT EXISTS (SELECT 1 FROM rejected_lines WHERE reject_id = $1)`,
        values,
      );
      result.rejected += rowsChanged;
    }
    await this.connection.run('INSERT INTO batches VALUES ($1, $2, $3, $4, $5, $6)', [
      result.batch_id,
      BigInt(Date.now()),
      BigInt(result.stored),
      BigInt(result.known),
      BigInt(result.upgraded),
      BigInt(result.rejected),
    ]);
  }

  /** Compacts the rollups that ingestion left loose; `all` those with any loose row. Returns how many were compacted. */
  async compact(all: boolean): Promise<number> {
    let done = 0;
    for (const { rollup, grain, table } of everyRollup()) {
      const loose = this.loose.get(table);
      if (!loose || (!all && loose.rows < Math.max(LOOSE, loose.base))) continue;
      await this.transaction(async () => {
        for (const sql of compactRollup(rollup, grain, loose.since)) await this.connection.run(sql);
      });
      this.loose.delete(table);
      done += 1;
      if (!all) break;
    }
    return done;
  }

  private async rows(sql: string): Promise<Record<string, unknown>[]> {
    return (await this.connection.runAndReadAll(sql)).getRowObjects();
  }

  private async count(sql: string): Promise<number> {
    const [row] = await this.rows(sql);
    return Number(Object.values(row ?? {})[0] ?? 0);
  }
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
