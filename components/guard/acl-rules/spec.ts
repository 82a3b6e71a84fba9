import { type KindSpec, NEW_CONDITION } from '@/components/guard/rules/kind';
import { aclRules } from '@/lib/guard/acl-rules/contract';
import { ACL_ACTIONS } from '@/lib/guard/rules/vocabulary';

export const ACL: KindSpec = {
  kind: 'acl',
  type: 'acl_rule',
  endpoints: aclRules,
  actions: ACL_ACTIONS,
  first: {
    name: '',
    describe: '',
    matches: [NEW_CONDITION],
    stime: 0,
    etime: 0,
    action: { action_type: 'block', content: '', duration: 0 },
  },
};
