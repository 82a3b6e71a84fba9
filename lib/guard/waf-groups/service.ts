import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { idOf } from '@/lib/api/ids';
import { change } from '@/lib/change/change';
import { laterThan, requireUnchanged } from '@/lib/change/later-version';
import type { Paging } from '@/lib/db/paginate';
import type { Tx } from '@/lib/db/store';
import { deliver } from '@/lib/delivery/deliver';
import { lockPolicy, type StoredPolicy } from '@/lib/guard/policies/repository';
import { POLICY } from '@/lib/guard/policies/vocabulary';
import { MAX_GROUPS, type WafGroup, type WafGroupChange, type WafGroupInput } from './contract';
import * as repository from './repository';
import { nextRules, requireSense } from './sub-rules';

/** WAF rule groups the caller sees, of one policy where it is given, newest first (spec 4.12). */
export function listGroups(ctx: Ctx, query: Paging & { policy_id?: string }): Promise<Page<WafGroup>> {
  return repository.listGroups(ctx.db, ctx.scope, query);
}

export function readGroup(ctx: Ctx, id: string): Promise<WafGroup> {
  return find(ctx, ctx.db, id);
}

/** Makes a group in a policy, to whose owner it belongs. Throws the errors of the contract. */
export async function createGroup(ctx: Ctx, { policy_id, rules, ...fields }: WafGroupInput): Promise<WafGroup> {
  await requireSense(ctx.behalf, rules);
  return change(ctx, async (tx) => {
    const policy = await lockPolicy(tx, ctx.scope, policy_id);
    if (!policy) throw new AppError('err.guard.waf.policy_unknown', { field: 'policy_id' });
    const numbered = await repository.numberedGroups(tx, policy_id);
    if (numbered.length >= MAX_GROUPS) throw new AppError('err.guard.waf.too_many', { values: { max: MAX_GROUPS } });
    const others = new Set(numbered.map((group) => group.rule_id));
    const tag = await repository.insertGroup(tx, policy, { ...fields, ctime: ctx.now, utime: ctx.now }, others);
    await repository.writeRules(tx, tag, nextRules([], rules, ctx.now));
    const after = await written(ctx, tx, tag);
    if (others.has(after.rule_id)) throw taken('rule_id', after.rule_id);
    return { ...reported(after, policy), before: null, after, data: after };
  });
}

/**
 * Changes what is given of a group; `rules` are all its sub-rules from then on. Throws the errors of the contract, and changed
 * where it is no longer as of `seen`.
 */
export async function updateGroup(ctx: Ctx, id: string, input: WafGroupChange, seen?: number): Promise<WafGroup> {
  const { rules, status: _status, ...given } = input;
  await requireSense(ctx.behalf, rules ?? []);
  return change(ctx, async (tx) => {
    const { policy, group: before } = await lock(ctx, tx, id);
    requireUnchanged(before, seen);
    const utime = laterThan(before, ctx.now);
    await repository.updateGroup(tx, before.tag, { ...fieldsOf(before), ...given, utime });
    if (rules) await repository.writeRules(tx, before.tag, nextRules(before.rules, rules, utime));
    const after = await written(ctx, tx, before.tag);
    return { ...reported(after, policy), before, after, data: after };
  });
}

/** Enables or disables a group (spec 3). */
export function setStatus(ctx: Ctx, id: string, status: number): Promise<null> {
  return change(ctx, async (tx) => {
    const { policy, group: before } = await lock(ctx, tx, id);
    const after = { ...before, status, utime: laterThan(before, ctx.now) };
    await repository.updateGroup(tx, before.tag, fieldsOf(after));
    return { ...reported(after, policy), before, after, data: null };
  });
}

/** Deletes a group with its sub-rules. */
export function deleteGroup(ctx: Ctx, id: string): Promise<null> {
  return change(ctx, async (tx) => {
    const { policy, group: before } = await lock(ctx, tx, id);
    await repository.deleteGroup(tx, before.tag);
    return { ...reported(before, policy), before, after: null, data: null };
  });
}

async function find(ctx: Ctx, db: Ctx['db'] | Tx, id: string): Promise<WafGroup> {
  const group = await repository.findGroup(db, ctx.scope, idOf(id));
  if (!group) throw notFound();
  return group;
}

/** A group as it is while its policy is locked, until the transaction ends. It never goes to another policy. */
async function lock(ctx: Ctx, tx: Tx, id: string) {
  const { policy_id } = await find(ctx, tx, id);
  const policy = await lockPolicy(tx, ctx.scope, policy_id);
  if (!policy) throw notFound();
  return { policy, group: await find(ctx, tx, id) };
}

/** A group as it was just written. Throws rule_id_taken where two of its sub-rules have one number. */
async function written(ctx: Ctx, tx: Tx, tag: number): Promise<WafGroup> {
  const group = await find(ctx, tx, String(tag));
  const numbers = group.rules.map((rule) => rule.rule_id);
  const again = numbers.findIndex((number, i) => numbers.indexOf(number) !== i);
  if (again >= 0) throw taken(`rules.${again}.rule_id`, numbers[again] ?? 0);
  return group;
}

const taken = (field: string, rule_id: number) =>
  new AppError('err.guard.waf.rule_id_taken', { field, values: { rule_id: String(rule_id) } });

/** What every change of a group says of itself. */
function reported({ tag, name, policy_id }: WafGroup, policy: StoredPolicy) {
  const later = deliver(POLICY, [policy_id]);
  return { id: String(tag), label: `${policy.name}, ${name}`, owner: policy, also: policy_id, later };
}

function fieldsOf(group: WafGroup): repository.GroupFields {
  const { tag: _tag, rule_id: _rule_id, policy_id: _policy_id, rules: _rules, ...fields } = group;
  return fields;
}
