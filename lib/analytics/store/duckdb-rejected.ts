import { BIGINT, type DuckDBConnection, type DuckDBValue, INTEGER, VARCHAR } from '@duckdb/node-api';
import type { RejectCounts, RejectedLine } from '../events/rejected';
import { appendRows } from './duckdb-rows';
import { type BatchResult, GRAIN_MS, type IngestBatch, KEPT_PER_DAY } from './store';

type StagedLine = { batch: number; oem_id: string; line: RejectedLine };

const TYPES = [INTEGER, INTEGER, VARCHAR, VARCHAR, VARCHAR, BIGINT, VARCHAR, VARCHAR];

const CREATE_STAGE = `CREATE OR REPLACE TEMP TABLE rejected_stage (ord INTEGER, batch INTEGER, oem_id VARCHAR,
  reject_id VARCHAR, file VARCHAR, line BIGINT, reason VARCHAR, text VARCHAR)`;

/** Those of the staged lines that are new and for which the day has room, in the order they came. */
const createChosen = (day: number) => `CREATE OR REPLACE TEMP TABLE rejected_chosen AS
  SELECT s.* EXCLUDE (nth) FROM (
    SELECT *, row_number() OVER (PARTITION BY oem_id, reason ORDER BY ord) AS nth FROM (
      SELECT * FROM rejected_stage QUALIFY row_number() OVER (PARTITION BY oem_id, reject_id ORDER BY ord) = 1)
    WHERE (oem_id, reject_id) NOT IN (SELECT (oem_id, reject_id) FROM rejected_lines)) AS s
  LEFT JOIN rejected_counts AS c ON c.oem_id = s.oem_id AND c.reason = s.reason AND c.day = ${day}
  WHERE nth + coalesce(c.kept, 0) <= ${KEPT_PER_DAY}`;

const storeChosen = (now: number) => `INSERT INTO rejected_lines
  (reject_id, time, file, line, reason, text, oem_id)
  SELECT reject_id, ${now}, file, line, reason, text, oem_id FROM rejected_chosen ORDER BY ord`;

/**
 * Keeps the rejected lines of batches and counts all of them, in the transaction of the batches: a handful of
 * statements, whatever the number of lines. Adds to each batch's result how many of its lines were kept.
 */
export async function storeRejected(
  connection: DuckDBConnection,
  batches: readonly IngestBatch[],
  results: readonly BatchResult[],
  now: number,
): Promise<void> {
  if (batches.every((batch) => Object.keys(batch.reasons).length === 0)) return;
  const day = now - (now % GRAIN_MS['1d']);
  await stage(connection, batches);
  await connection.run(createChosen(day));
  await connection.run(storeChosen(now));
  const kept = await connection.runAndReadAll(
    'SELECT batch, oem_id, reason, count(*)::INTEGER FROM rejected_chosen GROUP BY ALL',
  );
  const counts = new Counts();
  for (const { oem_id, reasons } of batches) counts.addLines(oem_id, reasons);
  for (const [batch, oem_id, reason, count] of kept.getRows()) {
    counts.addKept(String(oem_id), String(reason), Number(count));
    const result = results[Number(batch)];
    if (result) result.kept += Number(count);
  }
  for (const { values, parameters } of counts.statements(day)) {
    await connection.run(
      `INSERT INTO rejected_counts VALUES ${values}
         ON CONFLICT DO UPDATE SET lines = lines + excluded.lines, kept = kept + excluded.kept`,
      parameters,
    );
  }
  await connection.run('DROP TABLE rejected_stage');
  await connection.run('DROP TABLE rejected_chosen');
}

async function stage(connection: DuckDBConnection, batches: readonly IngestBatch[]): Promise<void> {
  const lines: StagedLine[] = batches.flatMap(({ oem_id, rejected }, batch) =>
    rejected.map((line) => ({ batch, oem_id, line })),
  );
  let ord = 0;
  const cells: ((row: StagedLine) => DuckDBValue)[] = [
    () => ord++,
    (row) => row.batch,
    (row) => row.oem_id,
    (row) => row.line.reject_id,
    (row) => row.line.file,
    (row) => BigInt(row.line.line),
    (row) => row.line.reason,
    (row) => row.line.text,
  ];
  await connection.run(CREATE_STAGE);
  await appendRows(connection, { name: 'rejected_stage', temp: true }, TYPES, lines, cells);
}

/** Lines and kept lines by brand and reason. */
class Counts {
  private readonly byBrand = new Map<string, Map<string, { lines: number; kept: number }>>();

  addLines(oem_id: string, reasons: RejectCounts): void {
    for (const [reason, lines] of Object.entries(reasons)) this.of(oem_id, reason).lines += lines;
  }

  addKept(oem_id: string, reason: string, kept: number): void {
    this.of(oem_id, reason).kept += kept;
  }

  *statements(day: number): Generator<{ values: string; parameters: DuckDBValue[] }> {
    for (const [oem_id, byReason] of this.byBrand) {
      const rows = [...byReason];
      yield {
        values: rows
          .map((_, i) => `($${i * 5 + 1}, $${i * 5 + 2}, $${i * 5 + 3}, $${i * 5 + 4}, $${i * 5 + 5})`)
          .join(', '),
        parameters: rows.flatMap(([reason, { lines, kept }]) => [
          oem_id,
          BigInt(day),
          reason,
          BigInt(lines),
          BigInt(kept),
        ]),
      };
    }
  }

  private of(oem_id: string, reason: string): { lines: number; kept: number } {
    const byReason = this.byBrand.get(oem_id) ?? new Map<string, { lines: number; kept: number }>();
    this.byBrand.set(oem_id, byReason);
    const found = byReason.get(reason) ?? { lines: 0, kept: 0 };
    byReason.set(reason, found);
    return found;
  }
}
