import { chunks } from '@/lib/db/grouped';
import type { Db, Tx } from '@/lib/db/store';
import { NODE_NORMAL } from '@/lib/guard/domains/tables';
import { ENABLE } from '@/lib/guard/domains/vocabulary';
import type { FailoverRow, NodeHealthRow } from './tables';

export type CheckedNode = { node_id: string; ip_addr: string; history: string; checked_at: number };

/** Domains that switch by themselves. */
const followed = (db: Db) => db.selectFrom('dns_configs').select('domain_id').where('auto_return_source', '=', ENABLE);

/** Nodes that are to answer for a domain that switches by itself, with their checks so far. */
export async function nodesToCheck(db: Db, limit: number): Promise<CheckedNode[]> {
  const bound = db
    .selectFrom('domain_nodes')
    .select('node_id')
    .where('domain_id', 'in', followed(db))
    .where('enabled', '=', 1)
    .where('lock_status', '=', NODE_NORMAL);
  const rows = await db
    .selectFrom('nodes')
    .leftJoin('node_health', 'node_health.node_id', 'nodes.node_id')
    .select(['nodes.node_id', 'nodes.ip_addr', 'history', 'checked_at'])
    .where('nodes.node_id', 'in', bound)
    // Those that were not checked for longest are first where there are more than a round takes.
    .orderBy((eb) => eb.fn.coalesce('checked_at', eb.lit(0)))
    .orderBy('nodes.node_id')
    .limit(limit)
    .execute();
  return rows.map(({ history, checked_at, ...node }) => {
    return { ...node, history: history ?? '', checked_at: checked_at ?? 0 };
  });
}

export async function saveHealth(tx: Tx, rows: readonly NodeHealthRow[]): Promise<void> {
  for (const some of chunks(rows, 500)) {
    await tx
      .insertInto('node_health')
      .values(some)
      .onConflict((c) =>
        c.column('node_id').doUpdateSet(({ ref }) => ({
          history: ref('excluded.history'),
          checked_at: ref('excluded.checked_at'),
          reason: ref('excluded.reason'),
        })),
      )
      .execute();
  }
}

export type Candidate = { domain_id: string; rounds: number; row: FailoverRow | undefined };

/**
 * Domains that need attention: those that switch by themselves and have one of these nodes, and those with a row. Those
 * tried longest ago are first.
 */
export async function candidates(db: Db, failing: readonly string[], after: string, limit: number) {
  const rows = await db
    .selectFrom('dns_configs')
    .leftJoin('failovers', 'failovers.domain_id', 'dns_configs.domain_id')
    .select(['dns_configs.domain_id', 'auto_switch_case'])
    .select(['state', 'since', 'switches', 'switched_at', 'obstacle', 'tried_at'])
    .where('auto_return_source', '=', ENABLE)
    .where('dns_configs.domain_id', '>', after)
    .where((eb) => {
      const noted = eb('failovers.domain_id', 'is not', null);
      if (failing.length === 0) return noted;
      const own = db.selectFrom('domain_nodes').select('domain_id').where('node_id', 'in', failing);
      return eb.or([noted, eb('dns_configs.domain_id', 'in', own)]);
    })
    .orderBy('dns_configs.domain_id')
    .limit(limit)
    .execute();
  return rows.map(({ domain_id, auto_switch_case, state, ...rest }): Candidate => {
    const row = state === null ? undefined : ({ domain_id, state, ...rest } as FailoverRow);
    return { domain_id, rounds: auto_switch_case || 1, row };
  });
}

/** Nodes that are to answer for domains, with their checks. */
export function nodesOf(db: Db, domain_ids: readonly string[]) {
  return db
    .selectFrom('domain_nodes')
    .leftJoin('node_health', 'node_health.node_id', 'domain_nodes.node_id')
    .select(['domain_id', 'domain_nodes.node_id', 'history'])
    .where('domain_id', 'in', domain_ids)
    .where('enabled', '=', 1)
    .where('lock_status', '=', NODE_NORMAL)
    .execute();
}

/** Domains of these whose origins answer for them. */
export async function withOrigins(db: Db, domain_ids: readonly string[], mode: number): Promise<Set<string>> {
  const rows = db.selectFrom('schedules').select('domain_id').where('domain_id', 'in', domain_ids);
  return new Set((await rows.where('dns_group_type', '=', mode).execute()).map((row) => row.domain_id));
}

const AT_FIRST = { state: 'normal', since: 0, switches: 0, switched_at: 0, obstacle: 'none', tried_at: 0 } as const;

/** Notes something about domains, of which some may have a row. */
export async function note(tx: Tx, domain_ids: readonly string[], row: Partial<FailoverRow>): Promise<void> {
  for (const some of chunks(domain_ids, 500)) {
    await tx
      .insertInto('failovers')
      .values(some.map((domain_id) => ({ domain_id, ...AT_FIRST, ...row })))
      .onConflict((c) => c.column('domain_id').doUpdateSet(row))
      .execute();
  }
}

/** Automatic switching of these domains begins anew. */
export async function forget(tx: Tx, domain_ids: readonly string[]): Promise<void> {
  for (const some of chunks(domain_ids, 500)) {
    await tx.deleteFrom('failovers').where('domain_id', 'in', some).execute();
  }
}

/** Rows of domains that do not switch by themselves any more. */
export async function forgetUnfollowed(tx: Tx): Promise<void> {
  await tx.deleteFrom('failovers').where('domain_id', 'not in', followed(tx)).execute();
}

export function findFailover(db: Db, domain_id: string): Promise<FailoverRow | undefined> {
  return db.selectFrom('failovers').selectAll().where('domain_id', '=', domain_id).executeTakeFirst();
}

/** Nodes of a domain with their last checks, in the order they were assigned. */
export function healthOf(db: Db, domain_id: string) {
  return db
    .selectFrom('domain_nodes')
    .innerJoin('nodes', 'nodes.node_id', 'domain_nodes.node_id')
    .leftJoin('node_health', 'node_health.node_id', 'domain_nodes.node_id')
    .select(['nodes.node_id', 'nodes.name', 'nodes.ip_addr', 'enabled', 'lock_status'])
    .select(['history', 'checked_at', 'reason'])
    .where('domain_id', '=', domain_id)
    .orderBy('domain_nodes.id')
    .execute();
}
