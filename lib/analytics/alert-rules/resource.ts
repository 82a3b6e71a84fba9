import { resource } from '@/lib/api/resource';

export const alertRule = resource({
  type: 'alert_rule',
  owned: { table: 'alert_rules', column: 'user_id' },
  values: {
    policy_type: 'alert_policy_type',
    metric: 'alert_metric',
    comparison: 'alert_comparison',
    status: 'origin_status',
    judged_until: 'time',
    ctime: 'time',
    utime: 'time',
  },
});
