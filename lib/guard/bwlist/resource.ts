import { resource } from '@/lib/api/resource';

export const list = resource({
  type: 'list',
  icon: 'list',
  owned: { table: 'ip_sets', column: 'user_id' },
  page: { path: '/guard/bwlist', permission: 'guard.bwlist.list' },
  search: {
    list: '/api/guard/bwlist/sets',
    permission: 'guard.bwlist.list',
    id: 'id',
    label: 'name',
    hint: 'describe',
  },
  values: {
    ip_set_type: 'ip_set_type',
    status: 'ip_set_status',
    is_default: 'yes_no',
    is_private: 'yes_no',
    ctime: 'time',
    utime: 'time',
  },
  actions: [{ label: 'guard.bwlist.create', href: '/guard/bwlist?dialog=create', permission: 'guard.bwlist.create' }],
});
