import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import { change } from '@/lib/change/change';
import { laterThan, requireUnchanged } from '@/lib/change/later-version';
import { type ParentLocked, partsOf } from '@/lib/change/parts';
import type { PartTable } from '@/lib/db/part-table';
import type { Tx } from '@/lib/db/store';
import { deliver } from '@/lib/delivery/deliver';
import { policyParent } from '@/lib/guard/policies/parent';
import { lockPolicy } from '@/lib/guard/policies/repository';
import { POLICY } from '@/lib/guard/policies/vocabulary';
import { requireQuota } from '@/lib/plan/plans/quotas';
import { requirePatterns } from './pattern';
import type { Rule } from './rule';
import { ENABLED, MAX_RULES } from './vocabulary';

/** Of these rules together, as they are stored: every change of one renders them all for the nodes. */
const MAX_CHARACTERS = 512 * 1024;

/** What a request says of a rule; the service adds the rest. */
type Input<R extends Rule> = Omit<R, 'rule_id' | 'status' | 'ctime' | 'utime'>;

/** The service of a kind of rule of a policy (spec 4.8). */
export function rulesOf<R extends Rule>(table: PartTable<R, 'rule_id'>) {
  async function requireRoom(tx: Tx, policy_id: string): Promise<void> {
    const { parts, characters } = await table.measure(tx, policy_id);
    if (parts > MAX_RULES) throw new AppError('err.guard.rule.too_many', { values: { max: MAX_RULES } });
    if (characters > MAX_CHARACTERS)
      throw new AppError('err.guard.rule.too_large', { values: { max: MAX_CHARACTERS } });
  }

  const rules = partsOf(policyParent, table, requireRoom, requireMore);
  // A request's fields and stamps make a rule of its kind, which generic types cannot be shown.
  const stamped = (written: object) => written as Omit<R, 'rule_id'>;

  return {
    page: rules.page,
    read: rules.read,
    remove: rules.remove,

    /** Adds an enabled rule. Throws pattern, too_many, too_large, quota_exceeded. */
    async create(ctx: Ctx, policy_id: string, input: Input<R>): Promise<R> {
      await requirePatterns(ctx.behalf, input.matches);
      const stamps = { status: ENABLED, ctime: ctx.now, utime: ctx.now };
      return rules.create(ctx, policy_id, stamped({ ...input, ...stamps }));
    },

    /** Replaces a rule but for its status. Throws pattern, too_large, and changed where it is no longer as of `seen`. */
    async update(ctx: Ctx, policy_id: string, rule_id: string, input: Input<R>, seen?: number): Promise<R> {
      await requirePatterns(ctx.behalf, input.matches);
      return rules.update(ctx, policy_id, rule_id, (before) => {
        requireUnchanged(before, seen);
        return stamped({ ...input, utime: laterThan(before, ctx.now) });
      });
    },

    async setStatus(ctx: Ctx, policy_id: string, rule_id: string, status: R['status']): Promise<null> {
      await rules.update(ctx, policy_id, rule_id, (before) => stamped({ status, utime: laterThan(before, ctx.now) }));
      return null;
    },

    /**
     * Gives a rule to another policy of the same account, where it is enforced after what is older there. Throws
     * policy_unknown, too_many, too_large.
     */
    move: (ctx: Ctx, policy_id: string, rule_id: string, to_id: string): Promise<R> =>
      change(ctx, async (tx) => {
        const [from, to] = await lockBoth(ctx, tx, policy_id, to_id);
        const before = await rules.find(tx, policy_id, rule_id);
        const after = { ...before, utime: laterThan(before, ctx.now) };
        await table.update(tx, after);
        await table.move(tx, before.rule_id, to_id);
        await requireRoom(tx, to_id);
        return {
          id: rule_id,
          label: `${to.name}, ${before.name}`,
          owner: from,
          also: to_id,
          before: { ...before, policy_id },
          after: { ...after, policy_id: to_id },
          later: deliver(POLICY, [policy_id, to_id]),
          data: after,
        };
      }),
  };
}

const requireMore = (ctx: Ctx, tx: Tx, { root_id }: ParentLocked) =>
  requireQuota(ctx, tx, { root_id, quota: 'max_rules', requested: 1, field: 'name' });

/** Both policies of a move, locked in one order whichever way it goes, so that no two moves wait for each other. */
async function lockBoth(ctx: Ctx, tx: Tx, from_id: string, to_id: string) {
  const ids = [...new Set([from_id, to_id])].sort();
  const rows = new Map<string, Awaited<ReturnType<typeof lockPolicy>>>();
  for (const id of ids) rows.set(id, await lockPolicy(tx, ctx.scope, id));
  const [from, to] = [rows.get(from_id), rows.get(to_id)];
  if (!from) throw notFound();
  // Another account's is as unknown as none, also to platform staff, who see both.
  if (to?.root_id !== from.root_id) throw new AppError('err.guard.rule.policy_unknown', { field: 'policy_id' });
  return [from, to] as const;
}
