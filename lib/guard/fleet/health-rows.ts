import type { Db, Store } from '@/lib/db/store';
import { NodeFigures, type NodeHealth } from './vocabulary';

declare module '@/lib/db/tables' {
  interface Tables {
    /** What each node said of itself last; `figures` as JSON. */
    node_figures: { node_id: string; said_at: number; clock_off_ms: number; figures: string };
  }
}

/** Keeps what a node says of itself, in place of what it said before. */
export async function writeHealth(
  store: Store,
  node_id: string,
  { said_at, clock_off_ms, ...figures }: NodeFigures & Pick<NodeHealth, 'said_at' | 'clock_off_ms'>,
): Promise<void> {
  const row = { said_at, clock_off_ms, figures: JSON.stringify(figures) };
  await store.transaction(async (tx) => {
    await tx
      .insertInto('node_figures')
      .values({ node_id, ...row })
      .onConflict((c) => c.column('node_id').doUpdateSet(row))
      .execute();
  });
}

/** What these nodes said of themselves last, by node. */
export async function healthOf(db: Db, node_ids: readonly string[]): Promise<Map<string, NodeHealth>> {
  if (node_ids.length === 0) return new Map();
  const rows = await db.selectFrom('node_figures').selectAll().where('node_id', 'in', node_ids).execute();
  return new Map(
    rows.map(({ node_id, said_at, clock_off_ms, figures }) => [
      node_id,
      { ...NodeFigures.parse(JSON.parse(figures)), said_at: Number(said_at), clock_off_ms: Number(clock_off_ms) },
    ]),
  );
}
