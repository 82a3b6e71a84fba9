import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { type ParentLocked, partsOf } from '@/lib/change/parts';
import type { Tx } from '@/lib/db/store';
import { domainParent } from '@/lib/guard/domains/parent';
import { MAX_RULES } from './contract';
import { ruleTable } from './table';

/** Creating throws too_many. A domain that has more from before keeps and changes them. */
export const rules = partsOf(domainParent, ruleTable, undefined, requireMore);

async function requireMore(_ctx: Ctx, tx: Tx, { id }: ParentLocked): Promise<void> {
  const { parts } = await ruleTable.measure(tx, id);
  if (parts >= MAX_RULES) throw new AppError('err.guard.brute_force.too_many', { values: { max: MAX_RULES } });
}
