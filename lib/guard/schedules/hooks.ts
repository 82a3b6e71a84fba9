import type { Ctx } from '@/lib/api/context';
import type { Later } from '@/lib/change/change';
import type { Tx } from '@/lib/db/store';
import { configsOf } from '@/lib/guard/dns-config/repository';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { askedBy, type Changed, callerAsOwner, writeAffair } from './affairs';
import { answersOf, made, modeOf, ofNodes } from './records';
import * as repository from './repository';
import type { RecordRow } from './tables';
import { DISABLED, ENABLED, NODE } from './vocabulary';

/** What follows in DNS from changes of nodes and domains, whose caller has locked the domains. */

type Domain = Changed['domain'];

/** Writes what changed, and the affair about it where anything did. */
async function follow(ctx: Ctx, tx: Tx, changes: readonly Changed[]): Promise<Later[]> {
  if (changes.length === 0) return [];
  return [(await writeAffair(tx, changes, askedBy(ctx), callerAsOwner(ctx))).later];
}

/** Nodes came and went. Records of those that came are on where `isOn` and nodes answer for the domain (spec 4.5). */
export async function nodesChanged(
  ctx: Ctx,
  tx: Tx,
  differences: readonly { domain: Domain; added: readonly string[]; removed: readonly string[] }[],
  isOn = false,
): Promise<Later[]> {
  const ids = differences.map(({ domain }) => domain.domain_id);
  if (ids.length === 0) return [];
  const records = await repository.recordsOf(tx, ids);
  const bound = await repository.boundTo(tx, ids);
  const configOf = await configsOf(tx, ids);
  const changes = differences.flatMap(({ domain, added, removed }): Changed[] => {
    const before = records.get(domain.domain_id) ?? [];
    const stay = before.filter((record) => record.node_id === '' || !removed.includes(record.node_id));
    const came = (bound.get(domain.domain_id) ?? []).filter((node) => added.includes(node.node_id));
    const own = came.map((node) => ({ ...node, enabled: isOn }));
    const wanted = ofNodes(own, configOf(domain.domain_id));
    const after = [...stay, ...wanted.map((one) => made(domain, modeOf(before), ctx.now, one))];
    return after.length !== before.length || wanted.length > 0 ? [{ domain, before, after }] : [];
  });
  return follow(ctx, tx, changes);
}

/** A node was locked, and answers no more unless nothing else does, or unlocked, and answers again where it did. */
export async function nodeLocked(ctx: Ctx, tx: Tx, domain: DomainRow, node_id: string): Promise<Later[]> {
  const before = await repository.ofDomain(tx, domain.domain_id);
  const node = (await repository.boundNodes(tx, domain.domain_id)).find((one) => one.node_id === node_id);
  const isWanted = node?.lock_status === 1 && node.enabled;
  const isAnswering = isWanted && modeOf(before) === NODE;
  const turned = (record: RecordRow): RecordRow => {
    const status = isAnswering ? ENABLED : DISABLED;
    if (record.node_id !== node_id || record.status === status) return record;
    return { ...record, status, last_status: record.status, wanted: Number(isWanted), utime: ctx.now };
  };
  const after = before.map(turned);
  const isSame = after.every((record, i) => record === before[i]);
  const wouldEnd = answersOf(after).length === 0 && answersOf(before).length > 0;
  return isSame || wouldEnd ? [] : follow(ctx, tx, [{ domain, before, after }]);
}

/** A domain is about to be deleted: its name is to have no records any more. */
export async function domainDeleted(ctx: Ctx, tx: Tx, domain: DomainRow): Promise<Later[]> {
  const before = await repository.ofDomain(tx, domain.domain_id);
  return before.length === 0 ? [] : follow(ctx, tx, [{ domain, before, after: null }]);
}
