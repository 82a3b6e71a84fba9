import { z } from 'zod';
import { contract } from '@/lib/api/endpoint';
import { openObject } from '@/lib/api/fields';
import { inWords } from '@/lib/api/words';
import { actionFields, endsAfterStart, ruleEnd, ruleFields, ruleStamps, ruleVerbs } from '@/lib/guard/rules/contract';
import { ACL_ACTIONS } from '@/lib/guard/rules/vocabulary';

const fields = {
  ...ruleFields,
  /** What happens to the requests; open. */
  action: openObject(
    {
      action_type: inWords('rule_action', z.enum(ACL_ACTIONS)),
      content: actionFields.content.default(''),
      duration: actionFields.duration.default(0),
    },
    'content',
  ),
};

export const AclRuleInput = z.object(fields).refine(endsAfterStart, ruleEnd);
export type AclRuleInput = z.output<typeof AclRuleInput>;

/** AclRuleVO (spec 2.7). */
export const AclRule = z.object({ ...fields, ...ruleStamps });
export type AclRule = z.output<typeof AclRule>;

/** Access rules of a policy. */
export const aclRules = contract({
  ...ruleVerbs({
    kind: 'acl',
    resource: 'acl_rule',
    summary: { all: 'the ACL rules of a policy, newest first', one: 'an ACL rule of a policy' },
    one: AclRule,
    create: AclRuleInput,
  }),
});
