import type { Ctx } from '@/lib/api/context';
import { notFound } from '@/lib/api/errors';
import { idOf } from '@/lib/api/ids';
import { change } from '@/lib/change/change';
import type { Tx } from '@/lib/db/store';
import { deliver } from '@/lib/delivery/deliver';
import { holdDomain, requireDomain } from '@/lib/guard/domains/hold';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';
import type { BruteForceChange, BruteForceInput, BruteForceRule } from './contract';
import * as repository from './repository';

export async function listRules(ctx: Ctx, domain_id: string): Promise<{ list: BruteForceRule[] }> {
  await requireDomain(ctx, domain_id);
  return { list: await repository.listRules(ctx.db, domain_id) };
}

export function createRule(ctx: Ctx, domain_id: string, input: BruteForceInput): Promise<BruteForceRule> {
  return changeRule(ctx, domain_id, undefined, async (tx) => {
    const id = await repository.insertRule(tx, domain_id, input);
    return { id, ...input };
  });
}

export function updateRule(ctx: Ctx, domain_id: string, id: string, input: BruteForceChange): Promise<BruteForceRule> {
  return changeRule(ctx, domain_id, id, async (tx, { id: rule_id, ...rule }) => {
    const next = { ...rule, ...input };
    await repository.updateRule(tx, rule_id, next);
    return { id: rule_id, ...next };
  });
}

export async function deleteRule(ctx: Ctx, domain_id: string, id: string): Promise<null> {
  await changeRule(ctx, domain_id, id, async (tx, rule) => {
    await repository.deleteRule(tx, rule.id);
    return null;
  });
  return null;
}

type Before<Id> = Id extends string ? BruteForceRule : undefined;

/** One rule of a domain, before and after; the domain is locked meanwhile. Throws not_found for either. */
function changeRule<Id extends string | undefined, After extends BruteForceRule | null>(
  ctx: Ctx,
  domain_id: string,
  id: Id,
  work: (tx: Tx, before: Before<Id>) => Promise<After>,
): Promise<After> {
  return change(ctx, async (tx) => {
    const { row } = await holdDomain(ctx, tx, domain_id);
    const before = id === undefined ? null : await findRule(tx, domain_id, id);
    const after = await work(tx, (before ?? undefined) as Before<Id>);
    const rule = after ?? before;
    return {
      id: String(rule?.id),
      label: `${row.domain}, ${rule?.name}`,
      owner: row,
      before,
      after,
      later: deliver(DOMAIN, [domain_id]),
      data: after,
    };
  });
}

async function findRule(tx: Tx, domain_id: string, id: string): Promise<BruteForceRule> {
  const rule_id = idOf(id);
  const rule = (await repository.listRules(tx, domain_id)).find((one) => one.id === rule_id);
  if (!rule) throw notFound();
  return rule;
}
