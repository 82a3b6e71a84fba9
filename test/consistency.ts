import { CHAINS } from '@/lib/audit/chain';
import { verifyStore } from '@/lib/audit/verify';
import type { Store } from '@/lib/db/store';
import { masterKey, Seal } from '@/lib/seal/seal';

/** No note of a store that was ill-treated is to be believed. */
const anySeal = new Seal(masterKey('a key that signed no note of this store'));

/** Rows of the chains that do not follow from those before them. */
export async function brokenChains(store: Store): Promise<string[]> {
  const broken: string[] = [];
  for (const chain of CHAINS) {
    const { breaks } = await verifyStore(store, anySeal, chain);
    broken.push(...breaks.map(({ id }) => `the chain of ${chain} is broken at row ${id}`));
  }
  return broken;
}

/** Tables whose rows begin and end with a revision. */
const RECORDED = [
  { type: 'policy', table: 'policies', key: 'policy_id' },
  { type: 'list', table: 'ip_sets', key: 'id' },
  { type: 'domain', table: 'domains', key: 'domain_id' },
] as const;

/**
 * What is half-applied in a configuration store: an object without its revision or the other way round, a revision without
 * its audit row, a creation in the audit log without its revision, a chain that is not sound. Empty is good.
 */
export async function halfApplied(store: Store): Promise<string[]> {
  const audited = await store.read
    .selectFrom('audit_logs')
    .select(['id', 'action', 'resource_type', 'resource_id'])
    .where('status', '=', 1)
    .execute();
  const auditIds = new Set(audited.map(({ id }) => id));
  const broken: string[] = [];
  for (const { type, table, key } of RECORDED) {
    const revisions = await store.read
      .selectFrom('revisions')
      .select(['object_id', 'revision', 'audit_id', 'after'])
      .where('object_type', '=', type)
      .orderBy('revision')
      .execute();
    const last = new Map(revisions.map((one) => [one.object_id, one.after]));
    const rows = await store.read.selectFrom(table).select(`${key} as id`).execute();
    const present = new Set(rows.map(({ id }) => String(id)));
    for (const { object_id, revision, audit_id } of revisions) {
      if (!auditIds.has(audit_id)) broken.push(`revision ${revision} of ${type} ${object_id} has no audit row`);
    }
    for (const id of present) {
      if ((last.get(id) ?? 'null') === 'null') broken.push(`${type} ${id} is there, its revisions say otherwise`);
    }
    for (const [id, after] of last) {
      if (after !== 'null' && !present.has(id)) broken.push(`${type} ${id} is gone, its revisions say otherwise`);
    }
    for (const { resource_type, action, resource_id } of audited) {
      const isCreation = resource_type === type && action.endsWith('.create');
      if (isCreation && !last.has(resource_id))
        broken.push(`${action} of ${resource_id} is recorded and did not happen`);
    }
  }
  return [...broken, ...(await brokenChains(store))];
}
