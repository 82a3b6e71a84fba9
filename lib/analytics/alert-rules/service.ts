import { knownChannels } from '@/lib/analytics/alert-channels/repository';
import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { idOf } from '@/lib/api/ids';
import { lockById } from '@/lib/auth/identity';
import { change } from '@/lib/change/change';
import { laterThan, requireUnchanged } from '@/lib/change/later-version';
import type { Tx } from '@/lib/db/store';
import { findDomain } from '@/lib/guard/domains/repository';
import { ownership } from '@/lib/tenancy/scope';
import {
  type AlertRule,
  type AlertRuleChange,
  type AlertRuleInput,
  type ListedAlertRule,
  MAX_ALERT_RULES,
} from './contract';
import { LEAST_DEVIATION } from './judge';
import * as repository from './repository';
import { DISABLED } from './vocabulary';

/** Alert rules the caller sees, newest first. */
export function listRules(ctx: Ctx, filter: repository.RuleFilter): Promise<Page<ListedAlertRule>> {
  return repository.listRules(ctx.db, ctx.scope, filter);
}

export function readRule(ctx: Ctx, id: string): Promise<AlertRule> {
  return find(ctx, ctx.db, id);
}

/**
 * Makes a rule for one domain, to whose owner it belongs, or for all domains of the caller's account. Throws the errors of
 * the contract.
 */
export function createRule(ctx: Ctx, { domain_id, threshold = 0, ...rest }: AlertRuleInput): Promise<AlertRule> {
  const fields = { ...rest, threshold };
  requireSense(fields);
  return change(ctx, async (tx) => {
    const place = domain_id === '' ? wholeAccount(ctx) : await placeOf(ctx, tx, domain_id);
    await lockById(tx, place.root_id);
    if ((await repository.countRules(tx, place.root_id)) >= MAX_ALERT_RULES) {
      throw new AppError('err.analytics.alert_rule.too_many', { values: { max: MAX_ALERT_RULES } });
    }
    await requireChannels(ctx, tx, place.root_id, fields.channel_ids);
    const id = await repository.insertRule(tx, place, fields, ctx.now);
    const after = await find(ctx, tx, String(id));
    return { ...reported(after), before: null, after, data: after };
  });
}

/**
 * Changes what is given of a rule. Another `domain_id` must be of the same account, and an empty one makes it the whole
 * account's. Throws the errors of the contract, and changed where it is no longer as of `seen`.
 */
export function updateRule(ctx: Ctx, id: string, input: AlertRuleChange, seen?: number): Promise<AlertRule> {
  return change(ctx, async (tx) => {
    const found = await repository.findOwner(tx, ctx.scope, idOf(id));
    if (!found) throw notFound();
    // Its channels are taken, and let go, under the lock of the account.
    await lockById(tx, found.root_id);
    const owner = await repository.lockRule(tx, ctx.scope, idOf(id));
    if (!owner) throw notFound();
    const before = await find(ctx, tx, id);
    requireUnchanged(before, seen);
    const { domain_id, ...fields } = { ...before, ...input, utime: laterThan(before, ctx.now) };
    // What passed while it was off is not judged later.
    if (before.status === DISABLED) fields.judged_until = 0;
    requireSense(fields);
    const place = domain_id === '' ? { ...owner, domain_id: null, domain: '' } : await placeOf(ctx, tx, domain_id);
    if (place.root_id !== owner.root_id) throw domainUnknown();
    if (input.channel_ids) await requireChannels(ctx, tx, owner.root_id, input.channel_ids);
    await repository.updateRule(tx, before.id, place, fields);
    const after = await find(ctx, tx, id);
    return { ...reported(after), before, after, data: after };
  });
}

export function deleteRule(ctx: Ctx, id: string): Promise<null> {
  return change(ctx, async (tx) => {
    if (!(await repository.lockRule(tx, ctx.scope, idOf(id)))) throw notFound();
    const before = await find(ctx, tx, id);
    await repository.deleteRule(tx, before.id);
    return { ...reported(before), before, after: null, data: null };
  });
}

async function find(ctx: Ctx, db: Ctx['db'] | Tx, id: string): Promise<AlertRule> {
  const found = await repository.findRule(db, ctx.scope, idOf(id));
  if (!found) throw notFound();
  return found;
}

export const domainUnknown = () => new AppError('err.analytics.alert_rule.domain_unknown', { field: 'domain_id' });

const wholeAccount = (ctx: Ctx): repository.RulePlace => ({ ...ownership(ctx.principal), domain_id: null, domain: '' });

/** A rule for one domain belongs to the owner of that domain. */
async function placeOf(ctx: Ctx, tx: Tx, domain_id: string): Promise<repository.RulePlace> {
  const row = await findDomain(tx, ctx.scope, domain_id);
  if (!row) throw domainUnknown();
  const { oem_id, root_id, user_id, domain } = row;
  return { oem_id, root_id, user_id, domain_id, domain };
}

/** A rule sends through channels of its own account that the caller sees. */
async function requireChannels(ctx: Ctx, tx: Tx, root_id: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await knownChannels(tx, ctx.scope, root_id, ids);
  const unknown = ids.findIndex((id) => !known.includes(id));
  if (unknown >= 0) {
    throw new AppError('err.analytics.alert_rule.channel_unknown', { field: `channel_ids.${unknown}` });
  }
}

type Sense = Pick<AlertRule, 'policy_type' | 'metric' | 'comparison' | 'threshold' | 'deviations'>;

/** No share is above 100, nothing counted is below 0, and neither is what is so far below the usual: such a rule never fires. */
function isNever({ policy_type, metric, comparison, threshold, deviations }: Sense): boolean {
  const isAbove = comparison === 'above';
  if (policy_type === 'spike') return !isAbove && deviations * LEAST_DEVIATION >= 1;
  if (!isAbove && threshold === 0) return true;
  return metric.startsWith('share_') && (threshold > 100 || (isAbove && threshold === 100));
}

export function requireSense(rule: Sense): void {
  if (!isNever(rule)) return;
  const field = rule.policy_type === 'spike' ? 'deviations' : 'threshold';
  throw new AppError('err.analytics.alert_rule.threshold', { field });
}

/** What every change of a rule says of itself. */
function reported({ id, name, user_id, user_name, domain_id }: AlertRule) {
  const also = domain_id === '' ? {} : { also: domain_id };
  return { id: String(id), label: name, owner: { user_id, user_name }, ...also };
}
