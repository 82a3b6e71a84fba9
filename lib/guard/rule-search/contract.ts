import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { keyword, millis, pageOf, pageQuery, queryBool } from '@/lib/api/fields';
import { asWritten } from '@/lib/api/words';
import { RULE_KINDS } from '@/lib/guard/rule-hits/contract';
import { ruleFields } from '@/lib/guard/rules/contract';
import { WafRule } from '@/lib/guard/waf-groups/contract';

/** Sub-rules of a found WAF group; of more there is the number. */
export const SHOWN_SUB_RULES = 3;

/** What a CC or ACL rule says. */
const SaidRule = z.object({
  matches: ruleFields.matches,
  /** Of CC rules. */
  limit: z.object({ threshold: z.int(), period: z.int(), scope: z.string() }).optional(),
  action: z.object({ action_type: z.string(), duration: z.int() }),
});

/** What a WAF group says: its first sub-rules, and how many it has. */
const SaidGroup = z.object({
  sub_rule_condition: z.int32(),
  rule_count: z.int(),
  rules: z.array(WafRule.pick({ zone: true, sub_field: true, pattern_type: true, is_not: true, pattern: true })),
});

const FoundRule = z.object({
  kind: asWritten(z.enum(RULE_KINDS)),
  /** By which paths name it: a rule's `rule_id`, a WAF group's `tag`. */
  id: z.int(),
  name: z.string(),
  describe: z.string(),
  policy_id: z.string(),
  policy_name: z.string(),
  /** Whatever number says so of its kind. */
  enabled: z.boolean(),
  utime: millis,
  /** Of CC and ACL rules. */
  rule: SaidRule.optional(),
  /** Of WAF groups. */
  group: SaidGroup.optional(),
});
export type FoundRule = z.output<typeof FoundRule>;

const RuleSearchQuery = pageQuery.extend({
  /** Text in the name, the description or a condition of a rule, or in a sub-rule of a WAF group, in upper or lower case alike. */
  keyword,
  kind: asWritten(z.enum(RULE_KINDS)).optional(),
  enabled: queryBool.optional(),
  policy_id: z.string().min(1).max(128).optional(),
});
export type RuleSearchQuery = z.output<typeof RuleSearchQuery>;

/** Rules of all policies in one list. */
export const ruleSearch = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/guard/rules/search',
    permission: 'guard.policy.list',
    summary:
      'Search the CC rules, ACL rules and WAF groups of all policies, of the kinds that the caller may list, the last changed first',
    query: RuleSearchQuery,
    data: pageOf(FoundRule),
    extension: true,
  }),
});
