import type { Ctx } from '@/lib/api/context';
import type { Page } from '@/lib/api/fields';
import { RULE_KINDS } from '@/lib/guard/rule-hits/contract';
import type { FoundRule, RuleSearchQuery } from './contract';
import { findRules } from './repository';
import { withWords } from './said';

/** The rules of all policies that the caller sees, of the kinds that they may list. All of them are read for it. */
export async function searchRules(ctx: Ctx, asked: RuleSearchQuery): Promise<Page<FoundRule>> {
  const { kind, page, size } = asked;
  const kinds = (kind === undefined ? RULE_KINDS : [kind]).filter((one) =>
    ctx.principal.grants.has(`guard.${one}.list`),
  );
  const { list, total } = await findRules(ctx.runtime.store.scan, ctx.scope, kinds, asked);
  return { list: await withWords(ctx.db, list), total, page, size };
}
