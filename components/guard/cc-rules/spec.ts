import { type KindSpec, NEW_CONDITION } from '@/components/guard/rules/kind';
import { ccRules } from '@/lib/guard/cc-rules/contract';
import { CC_ACTIONS } from '@/lib/guard/rules/vocabulary';

export const CC: KindSpec = {
  kind: 'cc',
  type: 'cc_rule',
  endpoints: ccRules,
  actions: CC_ACTIONS,
  first: {
    name: '',
    describe: '',
    matches: [NEW_CONDITION],
    stime: 0,
    etime: 0,
    limit: { threshold: 10, period: 60, scope: 'ip' },
    action: { action_type: 'limit', duration: 600 },
    stats: {},
  },
};
