import { resource } from '@/lib/api/resource';

export const role = resource({
  type: 'role',
  icon: 'role',
  page: { path: '/sys/roles', permission: 'sys.user.view' },
  search: {
    list: '/api/sys/roles',
    permission: 'sys.user.list',
    id: 'role_id',
    label: 'name',
    names: 'sys.roles.names',
    isWhole: true,
  },
  actions: [{ label: 'sys.roles.create', href: '/sys/roles/new', permission: 'sys.role.create' }],
});
