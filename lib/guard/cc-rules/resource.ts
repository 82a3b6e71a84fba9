import { resource } from '@/lib/api/resource';

export const ccRule = resource({
  type: 'cc_rule',
  partOf: { type: 'policy', tab: 'cc', param: 'id' },
  values: {
    'matches.*.op': 'match_op',
    'limit.scope': 'limit_scope',
    'action.action_type': 'rule_action',
    status: 'rule_status',
    stime: 'time',
    etime: 'time',
    ctime: 'time',
    utime: 'time',
  },
});
