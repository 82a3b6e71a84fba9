import { sql } from 'kysely';
import { foldCase, forUpdate } from '@/lib/db/dialect';
import { groupedBy } from '@/lib/db/grouped';
import type { Db, Tx } from '@/lib/db/store';
import { NODE_NORMAL } from '@/lib/guard/domains/tables';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';
import { revokeKeys } from '@/lib/guard/node-enrolments/repository';
import type { Node, NodeDetail } from './contract';
import { healthOf } from './health-rows';
import { stateOf } from './state';
import { concernsOf } from './vocabulary';

const FAILURES = 50;
const ACKNOWLEDGED = 20;
const BOUND = 100;

type NodeRow = Pick<Node, 'node_id' | 'name' | 'machine_room' | 'ip_addr' | 'line'> & { ipv6: number };

/** Every node that matches, by name. They are provisioned, so they are as many as one file has. */
export async function matching(db: Db, keyword: string | undefined): Promise<NodeRow[]> {
  const rows = await db.selectFrom('nodes').selectAll().orderBy('name').orderBy('node_id').execute();
  const wanted = foldCase(keyword ?? '');
  const textOf = ({ name, node_id, ip_addr, machine_room }: NodeRow) =>
    foldCase([name, node_id, ip_addr, machine_room].join('\n'));
  return rows.filter((row) => textOf(row).includes(wanted));
}

export function findNode(db: Db, node_id: string): Promise<NodeRow | undefined> {
  return db.selectFrom('nodes').selectAll().where('node_id', '=', node_id).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockNode(tx: Tx, node_id: string): Promise<NodeRow | undefined> {
  const one = tx.selectFrom('nodes').selectAll().where('node_id', '=', node_id);
  return one.modifyEnd(forUpdate(tx)).executeTakeFirst();
}

/** What a table says of these nodes, by node. */
async function byNode<Row extends { node_id: string }>(rows: Promise<Row[]>): Promise<Map<string, Row>> {
  return new Map((await rows).map((row) => [row.node_id, row]));
}

/** Nodes with what they should run, what they say, and who has them. */
export async function complete(db: Db, rows: readonly NodeRow[], now: number): Promise<Node[]> {
  const ids = rows.map((row) => row.node_id);
  if (ids.length === 0) return [];
  const count = sql<number>`count(*)`.as('n');
  const states = await byNode(db.selectFrom('node_states').selectAll().where('node_id', 'in', ids).execute());
  const revisions = await byNode(db.selectFrom('node_revisions').selectAll().where('node_id', 'in', ids).execute());
  const bound = db.selectFrom('domain_nodes').select(['node_id', count]).where('node_id', 'in', ids);
  const domains = await byNode(bound.groupBy('node_id').execute());
  const broken = db.selectFrom('running').select(['node_id', count]).where('node_id', 'in', ids);
  const failed = await byNode(broken.where('failed_number', '>', 0).groupBy('node_id').execute());
  const keys = db
    .selectFrom('node_keys')
    .innerJoin('api_keys', 'api_keys.key_id', 'node_keys.key_id')
    .select(({ fn }) => ['node_keys.node_id', fn.max('expires_at').as('expires_at')])
    .where('node_keys.node_id', 'in', ids);
  const ends = await byNode(keys.groupBy('node_keys.node_id').execute());
  const healths = await healthOf(db, ids);
  return rows.map(({ ipv6, ...row }) => {
    const health = healths.get(row.node_id);
    const state = states.get(row.node_id);
    const { revision = 0, reported_revision = 0, reported_at = 0 } = revisions.get(row.node_id) ?? {};
    const said = { revision: Number(revision), reported_revision: Number(reported_revision), reported_at };
    const seen_at = Math.max(state?.seen_at ?? 0, reported_at);
    const counts = {
      domains: Number(domains.get(row.node_id)?.n ?? 0),
      failed: Number(failed.get(row.node_id)?.n ?? 0),
    };
    return {
      ...{ ...row, ipv6: ipv6 !== 0, draining: (state?.draining_since ?? 0) > 0, seen_at, ...said, ...counts },
      state: stateOf({ seen_at, ...said, failed: counts.failed }, now),
      key_expires_at: Number(ends.get(row.node_id)?.expires_at ?? 0),
      load: health?.load ?? null,
      concerns: health ? concernsOf(health, now) : [],
    };
  });
}

/** What a node says of objects, with their names and whose they are. */
const said = (db: Db, node_id: string) =>
  db
    .selectFrom('running')
    .leftJoin('artefacts', (join) =>
      join
        .onRef('artefacts.kind', '=', 'running.kind')
        .onRef('artefacts.object_id', '=', 'running.object_id')
        .onRef('artefacts.number', '=', sql`case when failed_number > 0 then failed_number else running.number end`),
    )
    .select(['running.kind', 'running.object_id', 'artefacts.label'])
    .select(['running.number', 'running.since', 'failed_number', 'failed_since', 'failure'])
    .where('running.node_id', '=', node_id);

type Said = { kind: string; object_id: string; label: string | null };

/** Which of these are the brand's, as `kind object_id`: the domains alone; of the rest nobody asks here. */
async function ownDomains(db: Db, oem_id: string, rows: readonly Said[]): Promise<Set<string>> {
  const ids = rows.filter((row) => row.kind === DOMAIN).map((row) => row.object_id);
  if (ids.length === 0) return new Set();
  const own = db.selectFrom('domains').select('domain_id').where('oem_id', '=', oem_id).where('domain_id', 'in', ids);
  return new Set((await own.execute()).map((row) => row.domain_id));
}

/** What failed on a node, and what it took over last. */
export async function reportsOf(db: Db, node_id: string, oem_id: string) {
  const bad = said(db, node_id).where('failed_number', '>', 0).orderBy('failed_since', 'desc');
  const failed = await bad.orderBy('running.object_id').limit(FAILURES).execute();
  const good = said(db, node_id).where('running.number', '>', 0).orderBy('running.since', 'desc');
  const taken = await good.orderBy('running.object_id').limit(ACKNOWLEDGED).execute();
  const own = await ownDomains(db, oem_id, [...failed, ...taken]);
  const shown = ({ kind, object_id, label }: Said) => {
    return { kind, object_id, label: label ?? object_id, is_own: kind === DOMAIN && own.has(object_id) };
  };
  return {
    failures: failed.map((row) => {
      return { ...shown(row), number: row.failed_number, since: row.failed_since, message: row.failure };
    }),
    acknowledged: taken.map((row) => ({ ...shown(row), number: row.number, since: row.since })),
  };
}

/** The first domains that have a node, by name, with whether any other node serves them. */
export async function boundTo(db: Db, node_id: string, oem_id: string): Promise<NodeDetail['bound']> {
  const rows = await db
    .selectFrom('domain_nodes')
    .innerJoin('domains', 'domains.domain_id', 'domain_nodes.domain_id')
    .select(['domains.domain_id', 'domains.domain', 'domains.oem_id'])
    .where('domain_nodes.node_id', '=', node_id)
    .orderBy('domains.domain')
    .limit(BOUND)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.domain_id);
  const others = db.selectFrom('domain_nodes').select('domain_id').where('domain_id', 'in', ids);
  const serving = others.where('node_id', '!=', node_id).where('lock_status', '=', NODE_NORMAL);
  const served = groupedBy(await serving.execute(), (row) => row.domain_id);
  return rows.map(({ domain_id, domain, oem_id: brand }) => {
    return { domain_id, domain, left_alone: !served.has(domain_id), is_own: brand === oem_id };
  });
}

export async function setDraining(tx: Tx, node_id: string, draining_since: number): Promise<void> {
  await tx
    .insertInto('node_states')
    .values({ node_id, seen_at: 0, draining_since })
    .onConflict((c) => c.column('node_id').doUpdateSet({ draining_since }))
    .execute();
}

export async function countBound(tx: Tx, node_id: string): Promise<number> {
  const own = tx.selectFrom('domain_nodes').select(({ fn }) => fn.countAll<number>().as('n'));
  return Number((await own.where('node_id', '=', node_id).executeTakeFirst())?.n ?? 0);
}

/** Deletes a node that no domain has, with all that speaks for it or of it. */
export async function deleteNode(tx: Tx, node_id: string): Promise<void> {
  await revokeKeys(tx, node_id);
  const about = [
    'node_keys',
    'node_states',
    'node_figures',
    'node_revisions',
    'desired',
    'running',
    'allocations',
    'nodes',
  ] as const;
  for (const table of about) await tx.deleteFrom(table).where('node_id', '=', node_id).execute();
}
