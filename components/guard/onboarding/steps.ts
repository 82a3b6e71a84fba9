import type { CheckState } from '@/components/ui/content/checklist';
import { APPROVED, type DomainDetail, IN_REVIEW, REJECTED } from '@/lib/guard/domains/contract';
import type { Verified } from '@/lib/guard/probes/contract';

export type Known = {
  domain: Pick<DomainDetail, 'audit_status' | 'auto_cert' | 'certs' | 'nodes' | 'policy_id'>;
  /** Undefined until it was looked. */
  verified: Verified | undefined;
  /** Requests of the last 24 hours; null where unknown. */
  requests: number | null;
};

const STEPS = ['origin', 'certificate', 'policy', 'approval', 'nodes', 'cname'] as const;
export type StepKey = (typeof STEPS)[number];
/** A step, how far it is and what is to say about it, as a key of the messages. */
export type Step = { key: StepKey; state: CheckState; says: string };

/** The one reason that opening a port does not mend. */
const NOT_ALLOWED = 'address not allowed';

function origin({ verified }: Known): Omit<Step, 'key'> {
  if (!verified) return { state: 'now', says: 'looking' };
  if (verified.origin_reachable) return { state: 'done', says: 'done' };
  return { state: 'todo', says: verified.origin_error === NOT_ALLOWED ? 'not_allowed' : 'unreachable' };
}

function certificate({ domain }: Known, now: number): Omit<Step, 'key'> {
  const { certs = [], auto_cert } = domain;
  if (certs.length === 0) return auto_cert ? { state: 'now', says: 'auto' } : { state: 'todo', says: 'none' };
  const holds = certs.every((cert) => cert.expired_at > now);
  return holds ? { state: 'done', says: 'done' } : { state: 'todo', says: 'expired' };
}

function approval({ audit_status }: Known['domain']): Omit<Step, 'key'> {
  if (audit_status === APPROVED) return { state: 'done', says: 'done' };
  if (audit_status === REJECTED) return { state: 'refused', says: 'rejected' };
  return { state: 'now', says: audit_status === IN_REVIEW ? 'review' : 'waiting' };
}

/** Requests that arrive prove the way too, where the DNS provider hides the CNAME. */
function cname({ verified, requests }: Known): Omit<Step, 'key'> {
  if (requests !== null && requests > 0) return { state: 'done', says: 'traffic' };
  if (!verified) return { state: 'now', says: 'looking' };
  if (verified.dns_effective) return { state: 'done', says: 'done' };
  return { state: 'todo', says: verified.resolved_cname === '' ? 'none' : 'elsewhere' };
}

/** What must become true before a domain is protected, in the order in which it helps; `now` in Unix milliseconds. */
export function stepsOf(known: Known, now: number): Step[] {
  const { domain } = known;
  const of: Record<StepKey, Omit<Step, 'key'>> = {
    origin: origin(known),
    certificate: certificate(known, now),
    policy: domain.policy_id === '' ? { state: 'todo', says: 'none' } : { state: 'done', says: 'done' },
    approval: approval(domain),
    nodes: domain.nodes.length > 0 ? { state: 'done', says: 'done' } : { state: 'todo', says: 'none' },
    cname: cname(known),
  };
  return STEPS.map((key) => ({ key, ...of[key] }));
}
