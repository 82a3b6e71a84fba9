import { noteAside } from '@/lib/db/aside';
import type { Db } from '@/lib/db/store';
import type { ServiceRuntime } from '@/lib/runtime/runtime';

declare module '@/lib/db/tables' {
  interface Tables {
    /** What is known of a node beside what provisioning says; Unix ms, 0 for never. */
    node_states: { node_id: string; seen_at: number; draining_since: number };
  }
}

/** How exact `seen_at` is: an agent that is told things all the time is written down this often. */
const SEEN_MS = 10_000;

/** Notes that the agent of a node asked or said something. */
export async function noteSeen(
  runtime: Pick<ServiceRuntime, 'store' | 'log'>,
  node_id: string,
  now: number,
): Promise<void> {
  const known = await runtime.store.read
    .selectFrom('node_states')
    .select('seen_at')
    .where('node_id', '=', node_id)
    .executeTakeFirst();
  if (known && now - known.seen_at < SEEN_MS) return;
  await noteAside(runtime, (tx) =>
    tx
      .insertInto('node_states')
      .values({ node_id, seen_at: now, draining_since: 0 })
      .onConflict((c) => c.column('node_id').doUpdateSet({ seen_at: now }))
      .execute(),
  );
}

/** Nodes that take no new domains. */
export async function drainingNodes(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('node_states').select('node_id').where('draining_since', '>', 0).execute();
  return new Set(rows.map((row) => row.node_id));
}
