import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { change } from '@/lib/change/change';
import { type Domain, IN_REVIEW, REJECTED, UNAUDITED } from '@/lib/guard/domains/contract';
import { holdDomain, requireDomain, whole } from '@/lib/guard/domains/hold';
import { setAuditStatus } from '@/lib/guard/domains/repository';
import { type Decided, type Decision, type DecisionInput, HOLD_MS, type Hold } from './contract';
import { isTold, judge } from './judge';
import * as repository from './repository';

/**
 * Judges domains one by one, so that one that cannot be judged does not hold up the others. A review begins at once;
 * approval and rejection take effect after HOLD_MS. Throws reason_missing for a rejection without words in both
 * languages.
 */
export async function decide(ctx: Ctx, input: DecisionInput): Promise<{ results: Decided[] }> {
  if (input.audit_status === REJECTED && !isTold(input.reason)) {
    throw new AppError('err.guard.approval.reason_missing', { field: 'reason' });
  }
  const results: Decided[] = [];
  for (const domain_id of new Set(input.domain_ids)) {
    try {
      results.push({ domain_id, due_at: await decideOne(ctx, domain_id, input), err_key: '' });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ domain_id, due_at: 0, err_key: error.errKey });
    }
  }
  return { results };
}

async function decideOne(ctx: Ctx, domain_id: string, { audit_status, reason }: DecisionInput): Promise<number> {
  if (audit_status === IN_REVIEW) {
    await change(ctx, (tx) => judge(ctx, tx, domain_id, audit_status, reason));
    return ctx.now;
  }
  return change(ctx, async (tx) => {
    const { row } = await holdDomain(ctx, tx, domain_id);
    const { id, peer, user_agent } = ctx.request;
    const due_at = ctx.now + HOLD_MS;
    await repository.putHold(tx, {
      domain_id,
      oem_id: row.oem_id,
      audit_status,
      reason: JSON.stringify(reason),
      seen_utime: row.utime,
      due_at,
      user_id: ctx.principal.user_id,
      request: JSON.stringify({ id, peer, user_agent }),
    });
    return { id: domain_id, label: row.domain, owner: row, before: {}, after: { audit_status, due_at }, data: due_at };
  });
}

/** The oldest of the domains that wait, and how many wait in all. */
export async function listQueue(ctx: Ctx, size: number): Promise<{ list: Domain[]; total: number }> {
  const [list, counts] = await Promise.all([
    repository.listQueue(ctx.db, ctx.scope, size),
    ctx.runtime.domainCounts(ctx.scope),
  ]);
  return { list, total: (counts.get(UNAUDITED) ?? 0) + (counts.get(IN_REVIEW) ?? 0) };
}

export function listHolds(ctx: Ctx): Promise<Hold[]> {
  return repository.listHolds(ctx.db, ctx.scope);
}

/** Takes a decision back, whoever took it. Throws no_hold when it has taken effect, or there was none. */
export function undo(ctx: Ctx, domain_id: string): Promise<null> {
  return change(ctx, async (tx) => {
    const { row } = await holdDomain(ctx, tx, domain_id);
    const hold = await repository.deleteHold(tx, domain_id);
    if (!hold) throw new AppError('err.guard.approval.no_hold');
    const { audit_status, due_at } = hold;
    return { id: domain_id, label: row.domain, owner: row, before: { audit_status, due_at }, after: {}, data: null };
  });
}

/** Puts a rejected domain back into the queue, as corrected as its owner left it. Throws not_rejected otherwise. */
export function reapply(ctx: Ctx, domain_id: string): Promise<Domain> {
  return change(ctx, async (tx) => {
    const { row, settings, before } = await holdDomain(ctx, tx, domain_id);
    if (row.audit_status !== REJECTED) throw new AppError('err.guard.approval.not_rejected');
    await setAuditStatus(tx, row, UNAUDITED, ctx.now);
    const data = { ...before, audit_status: UNAUDITED, utime: ctx.now };
    const [was, is] = [whole(before, settings), whole(data, settings)];
    return { id: domain_id, label: row.domain, owner: row, before: was, after: is, data };
  });
}

/** How a domain was judged and why, for its owner too. */
export async function listDecisions(ctx: Ctx, domain_id: string): Promise<Decision[]> {
  await requireDomain(ctx, domain_id);
  return repository.listDecisions(ctx.db, domain_id);
}
