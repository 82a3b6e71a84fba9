import type { Ctx } from '@/lib/api/context';
import type { Later } from '@/lib/change/change';
import type { Tx } from '@/lib/db/store';
import { configsOf } from '@/lib/guard/dns-config/repository';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { askedBy, type Changed, callerAsOwner, writeAffair } from './affairs';
import { answersOf, asNode, lockedOf, made, modeOf, ofNodes, withoutLocked } from './records';
import * as repository from './repository';
import type { RecordRow } from './tables';
import { type Cause, NODE } from './vocabulary';

/** What follows in DNS from changes of nodes and domains, whose caller has locked the domains. */

type Domain = Changed['domain'];

/** Writes what changed, and the affair about it where anything did. */
async function follow(ctx: Ctx, tx: Tx, cause: Cause, changes: readonly Changed[]): Promise<Later[]> {
  if (changes.length === 0) return [];
  return [(await writeAffair(tx, changes, askedBy(ctx, cause), callerAsOwner(ctx))).later];
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
    const nodes = bound.get(domain.domain_id) ?? [];
    const stay = before.filter((record) => record.node_id === '' || !removed.includes(record.node_id));
    const came = nodes.filter((node) => added.includes(node.node_id)).map((node) => ({ ...node, enabled: isOn }));
    const wanted = ofNodes(came, configOf(domain.domain_id));
    const all = [...stay, ...wanted.map((one) => made(domain, modeOf(before), ctx.now, one))];
    const after = answeredStill(before, withoutLocked(all, lockedOf(nodes), ctx.now), lockedOf(nodes), ctx.now);
    return after.length !== before.length || wanted.length > 0 ? [{ domain, before, after }] : [];
  });
  return follow(ctx, tx, 'nodes', changes);
}

/** Where the last node that answered has gone, those that are left do, but for locked ones. */
function answeredStill(
  before: readonly RecordRow[],
  after: readonly RecordRow[],
  locked: ReadonlySet<string>,
  now: number,
): readonly RecordRow[] {
  const isLost = answersOf(after).length === 0 && answersOf(before).length > 0;
  if (!isLost || modeOf(before) !== NODE) return after;
  const mayAnswer = ({ made_of, node_id }: RecordRow) => made_of === NODE && !locked.has(node_id);
  return after.map((record) => (mayAnswer(record) ? asNode(record, true, NODE, now) : record));
}

/** A node was locked, and answers no more unless nothing else does, or unlocked, and answers again where it did. */
export async function nodeLocked(ctx: Ctx, tx: Tx, domain: DomainRow, node_id: string): Promise<Later[]> {
  const before = await repository.ofDomain(tx, domain.domain_id);
  const nodes = await repository.boundNodes(tx, domain.domain_id);
  const locked = lockedOf(nodes);
  const isOn = !locked.has(node_id) && nodes.some((node) => node.node_id === node_id && node.enabled);
  const mode = modeOf(before);
  const turned = before.map((record) => (record.node_id === node_id ? asNode(record, isOn, mode, ctx.now) : record));
  const after = withoutLocked(turned, locked, ctx.now);
  if (answersOf(after).length === 0 && answersOf(before).length > 0) return [];
  if (after.some((record, i) => record.status !== before[i]?.status)) {
    return follow(ctx, tx, locked.has(node_id) ? 'lock' : 'unlock', [{ domain, before, after }]);
  }
  await repository.saveRecords(tx, before, after);
  return [];
}

/** A domain is about to be deleted: its name is to have no records any more. */
export async function domainDeleted(ctx: Ctx, tx: Tx, domain: DomainRow): Promise<Later[]> {
  const before = await repository.ofDomain(tx, domain.domain_id);
  return before.length === 0 ? [] : follow(ctx, tx, 'delete', [{ domain, before, after: null }]);
}
