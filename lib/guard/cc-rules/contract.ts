import { z } from 'zod';
import { contract } from '@/lib/api/endpoint';
import { line, openObject } from '@/lib/api/fields';
import { inWords } from '@/lib/api/words';
import { actionFields, endsAfterStart, ruleEnd, ruleFields, ruleStamps, ruleVerbs } from '@/lib/guard/rules/contract';
import { CC_ACTIONS, LIMIT_SCOPES } from '@/lib/guard/rules/vocabulary';

/** Seconds of a day: what is counted for longer is a quota, not a rate. */
const MAX_PERIOD = 86_400;

const fields = {
  ...ruleFields,
  /** What is counted; open, as the spec has it. */
  stats: openObject({ name: line(100).optional(), data: z.unknown().optional() }).default({}),
  /** The limit, which more requests than `threshold` within `period` seconds exceed; open. */
  limit: openObject({
    threshold: z.int().min(1),
    period: z.int().min(1).max(MAX_PERIOD),
    /** Which requests are counted together; those of one address where left out. */
    scope: inWords('limit_scope', z.enum(LIMIT_SCOPES)).optional(),
  }),
  /** What happens to those who exceed it; open. */
  action: openObject(
    {
      action_type: inWords('rule_action', z.enum(CC_ACTIONS)),
      content: actionFields.content.optional(),
      duration: actionFields.duration.optional(),
    },
    'content',
  ),
};

export const CcRuleInput = z.object(fields).refine(endsAfterStart, ruleEnd);
export type CcRuleInput = z.output<typeof CcRuleInput>;

/** CcRuleVO (spec 2.6). */
export const CcRule = z.object({ ...fields, ...ruleStamps });
export type CcRule = z.output<typeof CcRule>;

/** Rate limits of a policy. */
export const ccRules = contract({
  ...ruleVerbs({
    kind: 'cc',
    resource: 'cc_rule',
    summary: { all: 'the CC rules of a policy, newest first', one: 'a CC rule of a policy' },
    one: CcRule,
    create: CcRuleInput,
  }),
});
