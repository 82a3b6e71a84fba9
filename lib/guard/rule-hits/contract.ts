import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { millis } from '@/lib/api/fields';
import { asWritten } from '@/lib/api/words';

export const RULE_KINDS = ['cc', 'acl', 'waf'] as const;
/** A list is no rule, and refuses requests like one. */
const HIT_KINDS = [...RULE_KINDS, 'list'] as const;

const RuleHits = z.object({
  kind: asWritten(z.enum(HIT_KINDS)),
  /** By which paths name it: a rule's `rule_id`, a WAF group's `tag`, a black list's `id`. */
  id: z.int(),
  /** By which the filter `matched_rule` of events finds them; 0 where it cannot. Those of a list `matched_list` finds by its id. */
  number: z.int(),
  /** Requests it matched; null where events cannot say it: more than one rule of the policy has its number, or none can have it. */
  hits: z.int().nullable(),
});
export type RuleHits = z.output<typeof RuleHits>;

/** How often the rules and black lists of a policy matched. */
export const ruleHits = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/guard/policies/{id}/rule-hits',
    permission: 'guard.policy.view',
    alsoNeeds: 'analytics.event.list',
    summary: 'Count the requests of the last 24 hours that each rule and black list of a policy matched',
    data: z.object({
      stime: millis,
      etime: millis,
      /**
       * For the filter `host`, which leaves out events of other policies with the same rule: the domains of this one; none where a filter
       * cannot name all.
       */
      hosts: z.array(z.string()),
      list: z.array(RuleHits),
    }),
    errors: ['err.analytics.chart_failed', 'err.analytics.chart_timeout'],
    extension: true,
  }),
});
