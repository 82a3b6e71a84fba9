import type { Ctx } from '@/lib/api/context';
import type { Tx } from '@/lib/db/store';
import { deliver } from '@/lib/delivery/deliver';
import { lockedDomain, withSettings } from '@/lib/guard/domains/locked';
import { setAuditStatus } from '@/lib/guard/domains/repository';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';
import type { Reason } from './contract';
import * as repository from './repository';

const UNTOLD: Reason = { 'zh-CN': '', 'en-US': '' };

/**
 * Judges a domain within a change (spec 3). Approval distributes it. A decision still on hold gives way: the later
 * one counts.
 */
export async function judge(ctx: Ctx, tx: Tx, domain_id: string, audit_status: number, reason: Reason = UNTOLD) {
  const { row, settings, before } = await lockedDomain(ctx, tx, domain_id);
  await repository.deleteHold(tx, domain_id);
  await setAuditStatus(tx, row, audit_status, ctx.now);
  const actor_name = ctx.principal.user_name;
  await repository.insertDecision(tx, domain_id, { audit_status, reason, actor_name, ctime: ctx.now });
  return {
    id: domain_id,
    label: row.domain,
    owner: row,
    before: withSettings(before, settings),
    after: {
      ...withSettings({ ...before, audit_status, utime: ctx.now }, settings),
      ...(hasReason(reason) && { reason }),
    },
    later: deliver(DOMAIN, [domain_id]),
    data: { domain_id, audit_status },
  };
}

/** Whether a text is in either language. */
export const isBegun = (reason: Reason) => reason['zh-CN'].trim() !== '' || reason['en-US'].trim() !== '';

/** Whether a text is in both languages. */
export const hasReason = (reason: Reason) => reason['zh-CN'].trim() !== '' && reason['en-US'].trim() !== '';
