import type { Hold } from '@/lib/guard/approvals/contract';
import type { Domain } from '@/lib/guard/domains/contract';

/**
 * Why a decision was not sent: someone else decided, or has a decision on hold; the owner changed something; the domain
 * is gone.
 */
export type Why = 'decided' | 'held' | 'changed' | 'gone';
export type Stop = { domain_id: string; why: Why };

type Seen = Pick<Domain, 'audit_status' | 'utime'>;

/** Compares what the reader saw with what the server says now; null where the decision may be sent. */
export function whyNot(shown: Seen, fresh: Seen | null, hold: Hold | undefined): Why | null {
  if (fresh === null) return 'gone';
  if (hold) return 'held';
  if (fresh.audit_status !== shown.audit_status) return 'decided';
  return fresh.utime === shown.utime ? null : 'changed';
}
