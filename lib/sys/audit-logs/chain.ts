import type { Ctx } from '@/lib/api/context';
import { CHAINS } from '@/lib/audit/chain';
import type { ChainStates } from './contract';

/** How far both chains are verified (docs/audit.md). */
export async function chainStates(ctx: Ctx): Promise<ChainStates> {
  const { chainChecks } = ctx.runtime;
  const [operations, sign_ins] = await Promise.all([chainChecks.state('operations'), chainChecks.state('sign_ins')]);
  return { operations, sign_ins };
}

/** Begins to verify both from the first row; answers before that ends. */
export async function verifyChains(ctx: Ctx): Promise<ChainStates> {
  for (const chain of CHAINS) await ctx.runtime.chainChecks.start(chain, true);
  return chainStates(ctx);
}
