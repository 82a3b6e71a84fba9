import { resource } from '@/lib/api/resource';

export const domain = resource({
  type: 'domain',
  icon: 'domain',
  owned: { table: 'domains', column: 'user_id' },
  page: { path: '/guard/domains', permission: 'guard.domain.view' },
  search: {
    list: '/api/guard/domains',
    permission: 'guard.domain.list',
    id: 'domain_id',
    label: 'domain',
    hint: 'asset_name',
  },
  actions: [{ label: 'guard.domains.add', href: '/guard/domains/new', permission: 'guard.domain.create' }],
});
