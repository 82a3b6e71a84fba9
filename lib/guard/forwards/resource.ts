import { resource } from '@/lib/api/resource';

export const forward = resource({
  type: 'forward',
  icon: 'forward',
  partOf: { type: 'domain', tab: 'forwards', isAlso: true },
  owned: { table: 'forwards', column: 'user_id' },
  values: {
    schema: 'forward_schema',
    status: 'origin_status',
    'src_setting.balance': 'forward_balance',
    ctime: 'time',
    utime: 'time',
  },
  actions: [
    { label: 'guard.forwards.create', href: '/guard/forwards?dialog=create', permission: 'guard.forward.create' },
  ],
});
