import type { Db } from '@/lib/db/store';
import type { Ref } from '@/lib/delivery/artefact';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';
import { POLICY } from '@/lib/guard/policies/vocabulary';
import { type Scope, visible } from '@/lib/tenancy/scope';
import type { Arrival } from './contract';

const FAILURES = 20;

/** What each node should run of an object, and what it says it runs. */
export function linesOf(db: Db, { kind, object_id }: Ref) {
  return db
    .selectFrom('desired')
    .leftJoin('running', (join) =>
      join
        .onRef('running.node_id', '=', 'desired.node_id')
        .onRef('running.kind', '=', 'desired.kind')
        .onRef('running.object_id', '=', 'desired.object_id'),
    )
    .select(['desired.node_id', 'desired.number', 'running.number as runs', 'running.since'])
    .where('desired.kind', '=', kind)
    .where('desired.object_id', '=', object_id)
    .where('desired.number', '>', 0)
    .orderBy('desired.node_id')
    .execute();
}

/** Domains with a policy that some node cannot serve, of those the caller sees. */
export async function failuresWith(db: Db, scope: Scope, policy_id: string): Promise<Arrival['failures']> {
  const rows = await db
    .selectFrom('artefact_refs')
    .innerJoin('running', (join) =>
      join.onRef('running.kind', '=', 'artefact_refs.kind').onRef('running.object_id', '=', 'artefact_refs.object_id'),
    )
    .innerJoin('domains', 'domains.domain_id', 'artefact_refs.object_id')
    .select(['running.node_id', 'domains.domain_id', 'domains.domain', 'running.failure', 'running.failed_since'])
    .where('artefact_refs.to_kind', '=', POLICY)
    .where('artefact_refs.to_id', '=', policy_id)
    .where('artefact_refs.kind', '=', DOMAIN)
    .where('artefact_refs.until', '=', 0)
    .where('running.failed_number', '>', 0)
    .where(visible(scope, 'domains'))
    .orderBy('running.failed_since', 'desc')
    .orderBy('domains.domain_id')
    .limit(FAILURES)
    .execute();
  return rows.map(({ failure, failed_since, ...row }) => ({ ...row, message: failure, since: failed_since }));
}
