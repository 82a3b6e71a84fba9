import { resource } from '@/lib/api/resource';

export const schedule = resource({
  type: 'schedule',
  partOf: { type: 'domain', tab: 'dns' },
  icon: 'dns',
  actions: [
    {
      label: 'guard.schedules.affairs',
      href: '/guard/schedules/affairs',
      permission: 'guard.schedule.affairs',
      icon: 'history',
    },
  ],
  values: {
    target_mode: 'dns_mode',
    status: 'record_status',
    'records.*.status': 'record_status',
    'records.*.group_type': 'dns_mode',
  },
});
