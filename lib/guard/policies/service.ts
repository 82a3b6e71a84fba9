import { v7 as uuid } from 'uuid';
import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { change } from '@/lib/change/change';
import { laterThan, requireUnchanged } from '@/lib/change/later-version';
import type { Paging } from '@/lib/db/paginate';
import { deliver } from '@/lib/delivery/deliver';
import { unbindSets } from '@/lib/guard/bwlist/repository';
import { LIST } from '@/lib/guard/bwlist/vocabulary';
import { requireQuota } from '@/lib/plan/plans/quotas';
import { ownership } from '@/lib/tenancy/scope';
import type { Policy, PolicyContents, PolicyInput, PolicyOverview, ProtectedDomain } from './contract';
import { lockedPolicy, requirePolicy } from './parent';
import { copyParts, partsOf } from './parts';
import * as protection from './protection';
import * as repository from './repository';
import { POLICY } from './vocabulary';

/** Version of the rule set a new policy starts from; the one the product was measured with. */
const MAIN_RULE_VERSION = 'OWASP_CRS/3.3.4';
/** Version of the shape of a policy's rules. */
const SCHEMA_ID = '1';

/** What a new policy holds. */
const EMPTY = { cc_rule_count: 0, acl_rule_count: 0, bwl_rule_count: 0 };

const nameTaken = () => new AppError('err.guard.policy.name_taken', { field: 'name' });

/** Policies the caller sees, newest first (spec 4.7). */
export function listPolicies(ctx: Ctx, query: Paging & { keyword?: string }): Promise<Page<Policy>> {
  return repository.listPolicies(ctx.db, ctx.scope, query);
}

/** The same with the domains each protects and who changed it last. */
export async function overviewPolicies(ctx: Ctx, query: Paging & { keyword?: string }): Promise<Page<PolicyOverview>> {
  const page = await repository.listPolicies(ctx.db, ctx.scope, query);
  const ids = page.list.map(({ policy_id }) => policy_id);
  const [domains, changes] = [
    await repository.protectedBy(ctx.db, ctx.scope, ids),
    await repository.lastChangedBy(ctx.db, ids),
  ];
  const list = page.list.map((policy) => ({
    ...policy,
    ...(domains.get(policy.policy_id) ?? { domain_count: 0, first_domain: '' }),
    changed_by: changes.get(policy.policy_id) ?? '',
  }));
  return { ...page, list };
}

export async function readPolicy(ctx: Ctx, policy_id: string): Promise<Policy> {
  return repository.toPolicy(await requirePolicy(ctx, policy_id));
}

/** What a policy holds and where it applies, in numbers. */
export async function readContents(ctx: Ctx, policy_id: string): Promise<PolicyContents> {
  await requirePolicy(ctx, policy_id);
  return protection.readContents(ctx.db, ctx.scope, policy_id);
}

/** Domains of the caller's that a policy protects, by name. */
export async function listProtected(
  ctx: Ctx,
  policy_id: string,
  query: protection.ProtectedFilter,
): Promise<Page<ProtectedDomain>> {
  await requirePolicy(ctx, policy_id);
  return protection.listProtected(ctx.db, ctx.scope, policy_id, query);
}

/** Creates a policy of the caller's own. Throws name_taken when their tenant has one of that name. */
export function createPolicy(ctx: Ctx, input: PolicyInput): Promise<Policy> {
  const row = {
    policy_id: uuid(),
    ...ownership(ctx.principal),
    name: input.name,
    comment: input.comment ?? '',
    default_main_rule_version: MAIN_RULE_VERSION,
    is_default: 0,
    schema_id: SCHEMA_ID,
    ctime: ctx.now,
    utime: ctx.now,
  };
  return change(
    ctx,
    async (tx) => {
      await repository.insertPolicy(tx, row);
      const data = repository.toPolicy({ ...row, ...EMPTY, user_name: ctx.principal.user_name });
      const later = deliver(POLICY, [row.policy_id]);
      return { id: row.policy_id, label: row.name, before: null, after: data, later, data };
    },
    nameTaken,
  );
}

export function updatePolicy(ctx: Ctx, policy_id: string, input: Partial<PolicyInput>, seen?: number): Promise<Policy> {
  return change(
    ctx,
    async (tx) => {
      const row = await lockedPolicy(ctx, tx, policy_id);
      requireUnchanged(row, seen);
      const { name = row.name, comment = row.comment } = input;
      const fields = { name, comment, utime: laterThan(row, ctx.now) };
      const before = repository.toPolicy(row);
      const data = { ...before, ...fields };
      await repository.updatePolicy(tx, policy_id, fields);
      return { id: policy_id, label: name, owner: row, before, after: data, later: deliver(POLICY, [policy_id]), data };
    },
    nameTaken,
  );
}

/**
 * Copies a policy with its rules, for the account that has it; lists stay where they are, each in one policy. Throws
 * name_taken when that account has one of the new name, and quota_exceeded.
 */
export function copyPolicy(ctx: Ctx, policy_id: string, { name, comment }: PolicyInput): Promise<Policy> {
  return change(
    ctx,
    async (tx) => {
      const {
        user_name,
        cc_rule_count,
        acl_rule_count,
        bwl_rule_count: _,
        search: __,
        ...from
      } = await lockedPolicy(ctx, tx, policy_id);
      const requested = cc_rule_count + acl_rule_count;
      await requireQuota(ctx, tx, { root_id: from.root_id, quota: 'max_rules', requested, field: 'name' });
      const stamps = { policy_id: uuid(), is_default: 0, ctime: ctx.now, utime: ctx.now };
      const row = { ...from, name, comment: comment ?? from.comment, ...stamps };
      await repository.insertPolicy(tx, row);
      const cascades = await copyParts(tx, policy_id, row.policy_id, ctx.now);
      const data = repository.toPolicy({ ...row, ...EMPTY, user_name, cc_rule_count, acl_rule_count });
      const later = deliver(POLICY, [row.policy_id]);
      const owner = { user_id: row.user_id, user_name };
      return {
        id: row.policy_id,
        label: name,
        owner,
        also: policy_id,
        before: null,
        after: data,
        cascades,
        later,
        data,
      };
    },
    nameTaken,
  );
}

/** Domains that a refusal names. */
const NAMED = 3;

/** Deletes a policy with its rules; its lists stay, in none. Throws in_use while a domain refers to it. */
export function deletePolicy(ctx: Ctx, policy_id: string): Promise<null> {
  return change(ctx, async (tx) => {
    const row = await lockedPolicy(ctx, tx, policy_id);
    const domains = await repository.countDomains(tx, policy_id);
    if (domains > 0) throw inUse(domains, await repository.someDomains(tx, ctx.scope, policy_id, NAMED));
    const rules = await partsOf(tx, policy_id);
    const lists = await unbindSets(tx, policy_id, ctx.now);
    await repository.deletePolicy(tx, policy_id);
    const unbound = lists.map((list) => {
      return { type: LIST, id: String(list.id), before: list, after: { ...list, policy_id: '' } };
    });
    const cascades = [...rules, ...unbound];
    const later = deliver(POLICY, [policy_id]);
    const before = repository.toPolicy(row);
    return { id: policy_id, label: row.name, owner: row, before, after: null, cascades, later, data: null };
  });
}

function inUse(domains: number, named: readonly string[]): AppError {
  const more = named.length === 0 ? 0 : domains - named.length;
  return new AppError('err.guard.policy.in_use', {
    values: { domains, named: named.length, names: named.join(', '), more },
  });
}
