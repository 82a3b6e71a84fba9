import { resource } from '@/lib/api/resource';

export const alertRule = resource({
  type: 'alert_rule',
  icon: 'alert',
  page: { path: '/analytics/alerts/rules', permission: 'analytics.alertrule.view' },
  search: {
    list: '/api/analytics/alert-rules',
    permission: 'analytics.alertrule.list',
    id: 'id',
    label: 'name',
    hint: 'domain',
  },
  actions: [
    {
      label: 'analytics.alert-rules.create',
      href: '/analytics/alerts/rules/new',
      permission: 'analytics.alertrule.create',
    },
  ],
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
