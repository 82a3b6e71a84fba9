import { resource } from '@/lib/api/resource';

export const policy = resource({
  type: 'policy',
  icon: 'policy',
  owned: { table: 'policies', column: 'user_id' },
  page: { path: '/guard/policies', permission: 'guard.policy.view' },
  search: {
    list: '/api/guard/policies',
    permission: 'guard.policy.list',
    id: 'policy_id',
    label: 'name',
    hint: 'comment',
  },
  values: { is_default: 'yes_no', ctime: 'time', utime: 'time' },
  actions: [
    { label: 'guard.policies.create', href: '/guard/policies?dialog=create', permission: 'guard.policy.create' },
    {
      label: 'guard.policies.search_rules',
      href: '/guard/policies?show=rules',
      permission: 'guard.policy.list',
      icon: 'search',
    },
  ],
});
