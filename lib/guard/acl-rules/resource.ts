import { resource } from '@/lib/api/resource';

export const aclRule = resource({
  type: 'acl_rule',
  partOf: { type: 'policy', tab: 'acl', param: 'id' },
  values: {
    'matches.*.op': 'match_op',
    'action.action_type': 'rule_action',
    status: 'rule_status',
    stime: 'time',
    etime: 'time',
    ctime: 'time',
    utime: 'time',
  },
});
