import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { millis } from '@/lib/api/fields';
import { asWritten } from '@/lib/api/words';
import { CcRuleInput } from '@/lib/guard/cc-rules/contract';
import { MAX_BODY, ruleFields } from '@/lib/guard/rules/contract';

/** Minutes of a day. */
export const MINUTES = 1_440;
/** Paths, and sources, that are answered; the most frequent come first. */
export const MAX_TOP = 5;

export const RulePreviewInput = z.object({
  kind: asWritten(z.enum(['cc', 'acl'])),
  matches: ruleFields.matches,
  /** Of a CC rule; without it nothing is said about who would have exceeded it. */
  limit: CcRuleInput.shape.limit.optional(),
});
export type RulePreviewInput = z.output<typeof RulePreviewInput>;

const counted = z.object({ value: z.string(), requests: z.int() });
/** One figure for each minute of the window, oldest first. */
const minutes = z.array(z.int()).length(MINUTES);

/** What fits the conditions. */
const Matched = z.object({
  requests: z.int(),
  addresses: z.int(),
  minutes,
  paths: z.array(counted).max(MAX_TOP),
  sources: z.array(counted).max(MAX_TOP),
  /** By what became of them: values of an event's `action`. */
  actions: z.array(counted),
});
export type Matched = z.output<typeof Matched>;

/** Those of them that were more than `limit.threshold` within the `limit.period` seconds before, of their source. */
const Exceeded = z.object({
  requests: z.int(),
  sources: z.int(),
  minutes,
  top: z.array(counted).max(MAX_TOP),
});
export type Exceeded = z.output<typeof Exceeded>;

const RulePreview = z.object({
  stime: millis,
  etime: millis,
  /** Domains that use the policy, of those the caller sees. */
  domains: z.int(),
  /** Requests of these domains. */
  policy_requests: z.int(),
  /** Positions in `matches` that no event can answer; the figures are of the other conditions alone. */
  unanswerable: z.array(z.int()),
  /** Positions in `matches` of expressions that nodes give up on text chosen for them. */
  gives_up: z.array(z.int()),
  /** null where no condition can be answered. */
  matched: Matched.nullable(),
  /** null also without a limit, and where no event says what it counts together. */
  exceeded: Exceeded.nullable(),
});
export type RulePreview = z.output<typeof RulePreview>;

/** What a rule would have matched in past traffic. */
export const rulePreview = contract({
  read: endpoint({
    method: 'POST',
    path: '/api/guard/policies/{id}/rules/preview',
    permission: 'guard.policy.view',
    alsoNeeds: 'analytics.event.list',
    summary: 'Count the requests of the last 24 hours that a CC or ACL rule of the policy would have matched',
    body: RulePreviewInput,
    data: RulePreview,
    maxBody: MAX_BODY,
    audit: { none: 'Reads events; nothing changes' },
    errors: ['err.guard.rule.pattern', 'err.analytics.chart_failed', 'err.analytics.chart_timeout'],
    extension: true,
  }),
});
