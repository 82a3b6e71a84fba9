import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { millis } from '@/lib/api/fields';
import { asWritten } from '@/lib/api/words';

export const RULE_KINDS = ['cc', 'acl', 'waf'] as const;

const RuleHits = z.object({
  kind: asWritten(z.enum(RULE_KINDS)),
  /** By which paths name it: a rule's `rule_id`, a WAF group's `tag`. */
  id: z.int(),
  /** Requests it matched; null where events cannot say it: more than one rule of the policy has its number, or none can have it. */
  hits: z.int().nullable(),
});
export type RuleHits = z.output<typeof RuleHits>;

/** How often the rules of a policy matched. */
export const ruleHits = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/guard/policies/{id}/rule-hits',
    permission: 'guard.policy.view',
    alsoNeeds: 'analytics.event.list',
    summary: 'Count the requests of the last 24 hours that each rule of a policy matched',
    data: z.object({ stime: millis, etime: millis, list: z.array(RuleHits) }),
    errors: ['err.analytics.chart_failed', 'err.analytics.chart_timeout'],
    extension: true,
  }),
});
