import type { DuckDBConnection } from '@duckdb/node-api';
import { SOURCE_AUDIT } from '../events/event';
import { rejectedTotal } from '../events/rejected';
import { EVENT_COLUMNS } from './columns';
import { duckdbDialect } from './dialect';
import { type Changes, mergeStage } from './duckdb-merge';
import { storeRejected } from './duckdb-rejected';
import type { LooseRollups } from './duckdb-rollups';
import { fillStage } from './duckdb-rows';
import { CommitFailed, transaction } from './duckdb-transaction';
import { EVENT_NAMES } from './schema';
import type { Stage } from './stage';
import { type BatchResult, type IngestBatch, OutcomeUnknown, sizeOf } from './store';

const COLUMNS = EVENT_COLUMNS.map(({ name }) => name);
const DETAILED = ['event_id', 'time', 'domain_id', 'request_id', 'oem_id'];

/** Stores what changes, with the rules that matched it where there are some. */
function storeChanges({ stage, takesBack }: Changes, hasDetails: boolean): string[] {
  const backwards = `SELECT (event_id, oem_id) FROM (${stage(['event_id', 'oem_id', 'sign'])}) WHERE sign < 0`;
  return [
    ...(takesBack ? [`DELETE FROM events WHERE (event_id, oem_id) IN (${backwards})`] : []),
    `INSERT INTO events SELECT ${EVENT_NAMES} FROM (${stage([...COLUMNS, 'sign'])}) WHERE sign > 0`,
    ...(hasDetails ? [storeDetails(stage)] : []),
  ];
}

const storeDetails = (stage: Stage) => `INSERT INTO attack_details
  SELECT event_id, time, domain_id, request_id, d.rule_id, d.message, d.severity, d.attack_class, d.variable, d.data, oem_id
  FROM stage_details AS d JOIN (${stage([...DETAILED, 'ord', 'sign'])}) AS s ON s.ord = d.ord AND s.sign > 0 ORDER BY d.rowid`;

/** What is staged would else be in memory until the next group, beside all that is read meanwhile. */
const FORGET_STAGE = [
  'DROP VIEW IF EXISTS temp.stage',
  ...['events', 'changes', 'details', 'stored'].map((name) => `DROP TABLE IF EXISTS temp.stage_${name}`),
].join('; ');

const batchKey = ({ oem_id, batch_id }: Pick<IngestBatch, 'oem_id' | 'batch_id'>) => `${batch_id} ${oem_id}`;

/** Writes batches. One writer per store; calls must not overlap. */
export class DuckdbWriter {
  /** Stored events known only from an audit line, so that their access line must be searched for at any time. */
  private alone = 0;

  constructor(
    private readonly connection: DuckDBConnection,
    private readonly rollups: LooseRollups,
  ) {}

  async open(): Promise<void> {
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
    await this.forgetLines(fresh);
    return answer();
  }

  /** Forgets what is stored before the next transaction begins, which would keep it in memory until its end. */
  private async forgetLines(batches: readonly IngestBatch[]): Promise<void> {
    for (const { lines } of batches) {
      // Whoever read the lines drops those that are left, and hears why.
      await lines?.forgetBy((sql) => this.connection.run(sql)).catch(() => undefined);
    }
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
    const { added, alone } = await this.applyEvents(batches, fresh);
    await this.connection.run(FORGET_STAGE);
    const now = Date.now();
    await storeRejected(this.connection, batches, fresh, now);
    await this.storeBatches(batches, fresh, now);
    return { alone, added };
  }

  /** Stores the events and counts them; answers what that adds to the rollups, and by how much the lone audit lines grow. */
  private async applyEvents(batches: readonly IngestBatch[], results: readonly BatchResult[]) {
    const counts = batches.map(sizeOf);
    if (counts.every((count) => count === 0)) return { added: [], alone: 0 };
    const { stage, hasDetails } = await fillStage(this.connection, batches);
    const changes = await mergeStage(this.connection, stage, { counts, hasAlone: this.alone > 0 });
    for (const { batch, stored, known, upgraded } of changes.fates) {
      const result = results[batch];
      if (result) Object.assign(result, { stored, known, upgraded });
    }
    for (const sql of storeChanges(changes, hasDetails)) await this.connection.run(sql);
    const { first, alone } = changes;
    return { added: first === undefined ? [] : await this.rollups.add(changes.stage, first), alone };
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

  private async storeBatches(
    batches: readonly IngestBatch[],
    results: readonly BatchResult[],
    now: number,
  ): Promise<void> {
    const rows = batches.flatMap(({ oem_id, batch_id }, i) => {
      const result = results[i];
      if (!result) return [];
      const { stored, known, upgraded, rejected, kept, reasons } = result;
      return [
        [oem_id, batch_id, ...[now, stored, known, upgraded, rejected, kept].map(BigInt), JSON.stringify(reasons)],
      ];
    });
    const width = rows[0]?.length ?? 0;
    const places = rows.map((row, i) => `(${row.map((_, k) => `$${i * width + k + 1}`).join(', ')})`);
    await this.connection.run(
      `INSERT INTO batches (oem_id, batch_id, time, stored, known, upgraded, rejected, kept, reasons) VALUES ${places.join(', ')}`,
      rows.flat(),
    );
  }

  private async rows(sql: string): Promise<Record<string, unknown>[]> {
    return (await this.connection.runAndReadAll(sql)).getRowObjects();
  }
}

function emptyResult({ batch_id, reasons }: IngestBatch): BatchResult {
  const rejected = rejectedTotal(reasons);
  return { batch_id, stored: 0, known: 0, upgraded: 0, rejected, kept: 0, reasons, duplicate: false };
}
