import { type BatchResult, GRAIN_MS, type IngestBatch, KEPT_PER_DAY } from '../store';
import type { Connection } from './connection';
import { clickhouseDialect } from './dialect';

type Added = { lines: object[]; counts: object[] };

/** Ids of lines that are named in one query. */
const MOST_IDS = 10_000;

/**
 * Which of the rejected lines of batches are kept, those that are new and for which their day has room in the order they
 * came, and how all of them are counted. Adds to each batch's result how many of its lines are kept.
 */
export async function chooseRejected(
  connection: Connection,
  groups: readonly { batch: IngestBatch; result: BatchResult }[],
  now: number,
): Promise<Added> {
  const day = now - (now % GRAIN_MS['1d']);
  const counts = new Map<string, { oem_id: string; day: number; reason: string; lines: number; kept: number }>();
  const countOf = (oem_id: string, reason: string) => {
    const key = `${reason} ${oem_id}`;
    const found = counts.get(key) ?? { oem_id, day, reason, lines: 0, kept: 0 };
    counts.set(key, found);
    return found;
  };
  for (const { batch } of groups) {
    for (const [reason, lines] of Object.entries(batch.reasons)) countOf(batch.oem_id, reason).lines += lines;
  }
  if (counts.size === 0) return { lines: [], counts: [] };
  const keptBefore = await keptOf(connection, day);
  const seen = await known(connection, groups);
  const lines: object[] = [];
  for (const { batch, result } of groups) {
    for (const { reject_id, file, line, reason, text } of batch.rejected) {
      const count = countOf(batch.oem_id, reason);
      const key = `${reject_id} ${batch.oem_id}`;
      const before = keptBefore.get(`${reason} ${batch.oem_id}`) ?? 0;
      if (seen.has(key) || before + count.kept >= KEPT_PER_DAY) continue;
      seen.add(key);
      count.kept += 1;
      result.kept += 1;
      lines.push({ reject_id, time: now, file, line, reason, text, oem_id: batch.oem_id });
    }
  }
  return { lines, counts: [...counts.values()] };
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
