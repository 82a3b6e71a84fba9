import type { NavItem } from '@/components/layout/nav';

export const nav: NavItem = {
  group: 'manage',
  order: 20,
  href: '/sys/roles',
  icon: 'role',
  permission: 'sys.user.list',
  label: 'nav.roles',
};
