import { resource } from '@/lib/api/resource';

export const node = resource({
  type: 'node',
  icon: 'node',
  page: { path: '/guard/nodes', permission: 'guard.node.view' },
  search: { list: '/api/guard/nodes', permission: 'guard.node.list', id: 'node_id', label: 'name', hint: 'ip_addr' },
  values: { draining: 'yes_no' },
});
