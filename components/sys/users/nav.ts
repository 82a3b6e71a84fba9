import type { NavItem } from '@/components/layout/nav';

export const nav: NavItem = {
  group: 'manage',
  order: 10,
  href: '/sys/users',
  icon: 'user',
  permission: 'sys.user.list',
  label: 'nav.users',
};
