import { resource } from '@/lib/api/resource';

export const wafGroup = resource({
  type: 'waf_group',
  partOf: { type: 'policy', tab: 'waf', isAlso: true },
  owned: { table: 'waf_groups', column: 'user_id' },
  values: {
    sub_rule_condition: 'waf_condition',
    action: 'waf_action',
    status: 'origin_status',
    'rules.*.pattern_type': 'waf_pattern',
    ctime: 'time',
    utime: 'time',
  },
});
