import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import { millis, pageQuery, text } from '@/lib/api/fields';
import { inWords } from '@/lib/api/words';
import { APPROVED, Domain, IN_REVIEW, REJECTED } from '@/lib/guard/domains/contract';
import { Probed, Verified } from '@/lib/guard/probes/contract';
import { Source } from '@/lib/guard/settings/contract';

export const errors = defineErrors({
  'err.guard.approval.reason_missing': { code: 2461, status: 400, category: 'validation' },
  'err.guard.approval.no_hold': { code: 2462, status: 404, category: 'not_found' },
  'err.guard.approval.not_rejected': { code: 2463, status: 400, category: 'conflict' },
  'err.guard.approval.decided': { code: 2464, status: 400, category: 'conflict' },
  'err.guard.approval.changed': { code: 2465, status: 400, category: 'conflict' },
  'err.guard.approval.held': { code: 2466, status: 400, category: 'conflict' },
});

/** How long a decision waits before it takes effect, so that it can be taken back. */
export const HOLD_MS = 10_000;

/** What the tenant reads, in both languages. */
export const Reason = z.object({ 'zh-CN': text(1000), 'en-US': text(1000) });
export type Reason = z.output<typeof Reason>;

const audit_status = inWords('audit_status', z.literal([IN_REVIEW, REJECTED, APPROVED]));

/** A domain that waits for a decision. */
export const Waiting = Domain.extend({
  /** When it began to wait: when it was added, or was submitted again after a rejection. */
  waits_since: millis,
  /** A decision about it can still be taken back. */
  on_hold: z.boolean(),
});
export type Waiting = z.output<typeof Waiting>;

/** `total` are all that nobody has decided about. */
export const Queue = z.object({ list: z.array(Waiting), total: z.int() });
export type Queue = z.output<typeof Queue>;

/** One judgement of a domain. */
export const Decision = z.object({
  audit_status: z.int32(),
  reason: Reason,
  actor_name: z.string(),
  ctime: millis,
});
export type Decision = z.output<typeof Decision>;

/** A decision that takes effect at `due_at` unless it is taken back. */
export const Hold = z.object({
  domain_id: z.string(),
  domain: z.string(),
  audit_status: z.int32(),
  due_at: millis,
  user_name: z.string(),
});
export type Hold = z.output<typeof Hold>;

export const DecisionInput = z.object({
  domain_ids: z.array(z.string().min(1).max(128)).min(1).max(100),
  audit_status,
  reason: Reason.default({ 'zh-CN': '', 'en-US': '' }),
  /**
   * The utime of each domain as its reviewer saw it, by domain_id. Nothing is decided about one that changed since, or
   * about which somebody else's decision is on hold; about a domain left out of it the later decision counts.
   */
  seen_utime: z.record(z.string(), millis).optional(),
});
export type DecisionInput = z.output<typeof DecisionInput>;

const Decided = z.object({
  domain_id: z.string(),
  /** When it takes effect: now for a review that begins, ten seconds later for the rest; 0 where nothing was decided. */
  due_at: millis,
  /** Why nothing was decided; empty otherwise. */
  err_key: z.string(),
});
export type Decided = z.output<typeof Decided>;

const Related = z.object({
  domain_id: z.string(),
  domain: z.string(),
  user_name: z.string(),
  audit_status: z.int32(),
});
export type Related = z.output<typeof Related>;

/** What one needs to know to judge a domain, as far as the store knows it; `probe` adds what the network says. */
export const Dossier = z.object({
  origins: z.array(Source),
  policy: z.object({ policy_id: z.string(), name: z.string() }),
  owner: z.object({
    user_id: z.string(),
    user_name: z.string(),
    nick_name: z.string(),
    ctime: millis,
    /** Their domains by audit status. */
    unaudited: z.int(),
    in_review: z.int(),
    rejected: z.int(),
    approved: z.int(),
  }),
  /** The latest others of the owner. */
  owner_domains: z.array(Related),
  /** How many other brands have a domain of this name. */
  elsewhere: z.int(),
  /** Names above and below this one that belong to other accounts. */
  same_site: z.array(Related),
  /** What the name reads as where it is written with letters drawn like Latin ones; empty for every other name. */
  drawn_as: z.string(),
  /** Names that look like this one. */
  look_alikes: z.array(Related),
  certificates: z.array(z.object({ id: z.int(), name: z.string(), expired_at: millis, covers: z.boolean() })),
  decisions: z.array(Decision),
});
export type Dossier = z.output<typeof Dossier>;

const permission = 'guard.domain.audit';

/** Approval of new domains. */
export const approvals = contract({
  decide: endpoint({
    method: 'POST',
    path: '/api/guard/approvals/decisions',
    permission,
    platformOnly: true,
    summary: 'Decide on domains with a reason; approvals and rejections can be taken back for ten seconds',
    body: DecisionInput,
    data: z.object({ results: z.array(Decided) }),
    audit: { resource: 'approval' },
    extension: true,
    errors: ['err.guard.approval.reason_missing'],
  }),
  holds: endpoint({
    method: 'GET',
    path: '/api/guard/approvals/holds',
    permission,
    platformOnly: true,
    summary: 'List the decisions that can still be taken back',
    data: z.array(Hold),
    extension: true,
  }),
  queue: endpoint({
    method: 'GET',
    path: '/api/guard/approvals/queue',
    permission,
    platformOnly: true,
    summary: 'List the domains that wait the longest, `size` that nobody has decided and those with a decision on hold',
    query: pageQuery.pick({ size: true }),
    data: Queue,
    extension: true,
  }),
  undo: endpoint({
    method: 'DELETE',
    path: '/api/guard/approvals/holds/{id}',
    permission,
    platformOnly: true,
    summary: 'Take the decision about a domain back before it takes effect',
    data: nothing,
    audit: { resource: 'approval' },
    extension: true,
    errors: ['err.guard.approval.no_hold'],
  }),
  dossier: endpoint({
    method: 'GET',
    path: '/api/guard/approvals/{id}',
    permission,
    platformOnly: true,
    summary: 'Read what is known of a domain that waits for a decision',
    data: Dossier,
    extension: true,
  }),
  probe: endpoint({
    method: 'POST',
    path: '/api/guard/approvals/{id}/probe',
    permission,
    platformOnly: true,
    summary: 'Try the origins and the CNAME of a domain that waits for a decision',
    data: z.object({ origins: z.array(Probed), verified: Verified }),
    audit: { none: 'it looks at origins and DNS and changes nothing' },
    extension: true,
  }),
  reapply: endpoint({
    method: 'POST',
    path: '/api/guard/domains/{id}/reapply',
    permission: 'guard.domain.edit',
    summary: 'Ask for another decision about a rejected domain',
    data: Domain,
    audit: { resource: 'domain' },
    extension: true,
    errors: ['err.guard.approval.not_rejected'],
  }),
  decisions: endpoint({
    method: 'GET',
    path: '/api/guard/domains/{id}/decisions',
    permission: 'guard.domain.view',
    summary: 'List how a domain was judged and why, newest first',
    data: z.array(Decision),
    extension: true,
  }),
});
