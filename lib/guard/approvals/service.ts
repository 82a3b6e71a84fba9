import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { errorCatalogue } from '@/lib/api/registry';
import { type Refusal, recordRefusals } from '@/lib/audit/refusal';
import { change } from '@/lib/change/change';
import type { Tx } from '@/lib/db/store';
import { type Domain, IN_REVIEW, REJECTED, UNAUDITED } from '@/lib/guard/domains/contract';
import { lockedDomain, requireDomain, withSettings } from '@/lib/guard/domains/locked';
import { setAuditStatus } from '@/lib/guard/domains/repository';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { type Decided, type Decision, type DecisionInput, HOLD_MS, type Hold, type Queue } from './contract';
import { hasReason, isBegun, judge } from './judge';
import * as repository from './repository';
import { APPLY } from './vocabulary';

/**
 * Judges domains one by one, so that one that cannot be judged does not hold up the others. A review begins at once;
 * approval and rejection take effect after HOLD_MS. Throws reason_missing for a rejection without words in both
 * languages, and for words in one language only.
 */
export async function decide(ctx: Ctx, input: DecisionInput): Promise<{ results: Decided[] }> {
  if ((input.audit_status === REJECTED || isBegun(input.reason)) && !hasReason(input.reason)) {
    throw new AppError('err.guard.approval.reason_missing', { field: 'reason' });
  }
  const results: Decided[] = [];
  const refusals: Refusal[] = [];
  for (const domain_id of new Set(input.domain_ids)) {
    try {
      results.push({ domain_id, due_at: await decideOne(ctx, domain_id, input), err_key: '' });
    } catch (error) {
      if (!(error instanceof AppError) || isAboutCaller(error)) throw error;
      results.push({ domain_id, due_at: 0, err_key: error.errKey });
      const params = { domain_id, audit_status: input.audit_status };
      refusals.push({ id: domain_id, label: '', error, params });
    }
  }
  if (refusals.length > 0) await recordRefusals(ctx, refusals);
  return { results };
}

/** Whoever may not judge any more is refused once, and not domain by domain. */
const isAboutCaller = ({ errKey }: AppError) => [401, 403].includes(errorCatalogue[errKey]?.status ?? 0);

async function decideOne(ctx: Ctx, domain_id: string, input: DecisionInput): Promise<number> {
  const { audit_status, reason } = input;
  const seen = input.seen_utime?.[domain_id];
  if (audit_status === IN_REVIEW) {
    await change(ctx, async (tx) => {
      const { row } = await lockedDomain(ctx, tx, domain_id);
      if (seen !== undefined) await requireAsSeen(ctx, tx, row, seen);
      return judge(ctx, tx, domain_id, audit_status, reason);
    });
    return ctx.now;
  }
  return change(ctx, async (tx) => {
    const { row } = await lockedDomain(ctx, tx, domain_id);
    if (seen !== undefined) await requireAsSeen(ctx, tx, row, seen);
    const { id, peer, user_agent } = ctx.request;
    const due_at = ctx.now + HOLD_MS;
    await repository.putHold(tx, {
      domain_id,
      oem_id: row.oem_id,
      audit_status,
      reason: JSON.stringify(reason),
      seen_utime: seen ?? repository.UNSEEN,
      due_at,
      user_id: ctx.principal.user_id,
      request: JSON.stringify({ id, peer, user_agent }),
    });
    return {
      id: domain_id,
      label: row.domain,
      owner: row,
      before: {},
      after: { audit_status, due_at },
      later: { kind: APPLY, orders: [{ object_id: domain_id, due_at }] },
      data: due_at,
    };
  });
}

/**
 * Throws held where somebody else's decision about the domain is on hold, decided where one was made after its utime
 * was `seen`, changed where anything else was.
 */
async function requireAsSeen(ctx: Ctx, tx: Tx, row: DomainRow, seen: number): Promise<void> {
  const holder = await repository.holderOf(tx, row.domain_id);
  if (holder !== undefined && holder !== ctx.principal.user_id) throw new AppError('err.guard.approval.held');
  if (row.utime === seen) return;
  const isDecided = await repository.isDecidedAfter(tx, row.domain_id, seen);
  throw new AppError(isDecided ? 'err.guard.approval.decided' : 'err.guard.approval.changed');
}

/** The domains that wait the longest, and how many nobody has decided about. */
export async function listQueue(ctx: Ctx, size: number): Promise<Queue> {
  const [list, counts] = await Promise.all([
    repository.listQueue(ctx.db, ctx.scope, size),
    ctx.runtime.domainCounts(ctx.db, ctx.scope),
  ]);
  const held = list.filter((row) => row.on_hold).length;
  return { list, total: (counts.get(UNAUDITED) ?? 0) + (counts.get(IN_REVIEW) ?? 0) - held };
}

export function listHolds(ctx: Ctx): Promise<Hold[]> {
  return repository.listHolds(ctx.db, ctx.scope);
}

/** Takes a decision back, whoever took it. Throws no_hold when it has taken effect, or there was none. */
export function undo(ctx: Ctx, domain_id: string): Promise<null> {
  return change(ctx, async (tx) => {
    const { row } = await lockedDomain(ctx, tx, domain_id);
    const hold = await repository.deleteHold(tx, domain_id);
    if (!hold) throw new AppError('err.guard.approval.no_hold');
    const { audit_status, due_at } = hold;
    return { id: domain_id, label: row.domain, owner: row, before: { audit_status, due_at }, after: {}, data: null };
  });
}

/** Puts a rejected domain back into the queue, as corrected as its owner left it. Throws not_rejected otherwise. */
export function reapply(ctx: Ctx, domain_id: string): Promise<Domain> {
  return change(ctx, async (tx) => {
    const { row, settings, before } = await lockedDomain(ctx, tx, domain_id);
    if (row.audit_status !== REJECTED) throw new AppError('err.guard.approval.not_rejected');
    await setAuditStatus(tx, row, UNAUDITED, ctx.now);
    const data = { ...before, audit_status: UNAUDITED, utime: ctx.now };
    const [was, is] = [withSettings(before, settings), withSettings(data, settings)];
    return { id: domain_id, label: row.domain, owner: row, before: was, after: is, data };
  });
}

/** How a domain was judged and why, for its owner too. */
export async function listDecisions(ctx: Ctx, domain_id: string): Promise<Decision[]> {
  await requireDomain(ctx, domain_id);
  return repository.listDecisions(ctx.db, domain_id);
}
