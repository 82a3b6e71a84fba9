import { type BatchResult, GRAIN_MS, type IngestBatch, KEPT_PER_DAY } from '../store';
import type { Connection } from './connection';
import { clickhouseDialect } from './dialect';

type Count = { oem_id: string; day: number; reason: string; lines: number; kept: number };

type Added = { lines: object[]; counts: { batch: IngestBatch; rows: Count[] }[] };

/** Ids of lines that are named in one query. */
const MOST_IDS = 10_000;

/**
 * Which of the rejected lines of batches are kept, those that are new and for which their day has room in the order they
 * came, and how all of them are counted, batch by batch. Adds to each batch's result how many of its lines are kept.
 */
export async function chooseRejected(
  connection: Connection,
  groups: readonly { batch: IngestBatch; result: BatchResult }[],
  now: number,
): Promise<Added> {
  const day = now - (now % GRAIN_MS['1d']);
  const some = groups.filter(({ batch }) => Object.keys(batch.reasons).length > 0);
  if (some.length === 0) return { lines: [], counts: [] };
  const kept = await keptOf(connection, day);
  const seen = await known(connection, some);
  const lines: object[] = [];
  const counts = some.map(({ batch, result }) => {
    const { oem_id } = batch;
    const rows = new Map(
      Object.entries(batch.reasons).map(([reason, n]) => [reason, { oem_id, day, reason, lines: n, kept: 0 }]),
    );
    for (const { reject_id, file, line, reason, text } of batch.rejected) {
      const [key, ofDay] = [`${reject_id} ${oem_id}`, `${reason} ${oem_id}`];
      const row = rows.get(reason);
      const before = kept.get(ofDay) ?? 0;
      if (!row || seen.has(key) || before >= KEPT_PER_DAY) continue;
      seen.add(key);
      kept.set(ofDay, before + 1);
      row.kept += 1;
      result.kept += 1;
      lines.push({ reject_id, time: now, file, line, reason, text, oem_id });
    }
    return { batch, rows: [...rows.values()] };
  });
  return { lines, counts };
}

async function keptOf(connection: Connection, day: number): Promise<Map<string, number>> {
  const rows = await connection.exactly(
    'SELECT oem_id, reason, sum(kept) AS n FROM rejected_counts WHERE day = {day:Int64} GROUP BY oem_id, reason',
    { day },
  );
  return new Map(rows.map(({ oem_id, reason, n }) => [`${reason} ${oem_id}`, Number(n)]));
}

async function known(connection: Connection, groups: readonly { batch: IngestBatch }[]): Promise<Set<string>> {
  const ids = groups.flatMap(({ batch }) => batch.rejected.map(({ reject_id }) => reject_id));
  const found = new Set<string>();
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    const some = ids.slice(from, from + MOST_IDS).map(clickhouseDialect.text);
    const rows = await connection.exactly(
      `SELECT reject_id, oem_id FROM rejected_lines WHERE reject_id IN (${some.join(', ')})`,
    );
    for (const { reject_id, oem_id } of rows) found.add(`${reject_id} ${oem_id}`);
  }
  return found;
}
