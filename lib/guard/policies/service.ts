import { v7 as uuid } from 'uuid';
import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { change } from '@/lib/change/change';
import type { Paging } from '@/lib/db/paginate';
import { deliver } from '@/lib/delivery/deliver';
import { ownership } from '@/lib/tenancy/scope';
import type { Policy, PolicyInput } from './contract';
import * as repository from './repository';
import { POLICY } from './vocabulary';

/** Version of the rule set a new policy starts from; the one the product was measured with. */
const MAIN_RULE_VERSION = 'OWASP_CRS/3.3.4';
/** Version of the shape of a policy's rules. */
const SCHEMA_ID = '1';

const nameTaken = () => new AppError('err.guard.policy.name_taken', { field: 'name' });

/** Policies the caller sees, newest first (spec 4.7). */
export function listPolicies(ctx: Ctx, query: Paging & { keyword?: string }): Promise<Page<Policy>> {
  return repository.listPolicies(ctx.db, ctx.scope, query);
}

export async function readPolicy(ctx: Ctx, policy_id: string): Promise<Policy> {
  const row = await repository.findPolicy(ctx.db, ctx.scope, policy_id);
  if (!row) throw notFound();
  return repository.toPolicy(row);
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
      const data = repository.toPolicy({ ...row, user_name: ctx.principal.user_name });
      const later = deliver(POLICY, [row.policy_id]);
      return { id: row.policy_id, label: row.name, before: null, after: data, later, data };
    },
    nameTaken(),
  );
}

export function updatePolicy(ctx: Ctx, policy_id: string, input: Partial<PolicyInput>): Promise<Policy> {
  return change(
    ctx,
    async (tx) => {
      const row = await repository.lockPolicy(tx, ctx.scope, policy_id);
      if (!row) throw notFound();
      const { name = row.name, comment = row.comment } = input;
      const before = repository.toPolicy(row);
      const data = { ...before, name, comment, utime: ctx.now };
      await repository.updatePolicy(tx, policy_id, { name, comment, utime: ctx.now });
      return { id: policy_id, label: name, owner: row, before, after: data, later: deliver(POLICY, [policy_id]), data };
    },
    nameTaken(),
  );
}

/** Deletes a policy. Throws in_use while a domain refers to it. */
export function deletePolicy(ctx: Ctx, policy_id: string): Promise<null> {
  return change(ctx, async (tx) => {
    const row = await repository.lockPolicy(tx, ctx.scope, policy_id);
    if (!row) throw notFound();
    const domains = await repository.countDomains(tx, policy_id);
    if (domains > 0) throw new AppError('err.guard.policy.in_use', { values: { domains } });
    await repository.deletePolicy(tx, policy_id);
    const later = deliver(POLICY, [policy_id]);
    const before = repository.toPolicy(row);
    return { id: policy_id, label: row.name, owner: row, before, after: null, later, data: null };
  });
}
