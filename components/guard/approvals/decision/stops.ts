/**
 * Why nothing was decided about a domain: someone else decided, or has a decision on hold; the owner changed something;
 * the domain is gone.
 */
export type Why = 'decided' | 'held' | 'changed' | 'gone';
export type Stop = { domain_id: string; why: Why };

const WHY: Record<string, Why> = {
  'err.guard.approval.decided': 'decided',
  'err.guard.approval.held': 'held',
  'err.guard.approval.changed': 'changed',
  'err.not_found': 'gone',
};

/** What an err_key of the answer means for the reader; null where only its own text says it. */
export const whyOf = (err_key: string): Why | null => WHY[err_key] ?? null;
