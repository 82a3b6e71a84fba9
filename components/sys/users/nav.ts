import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'manage',
  order: 10,
  href: '/sys/users',
  icon: 'user',
  permission: 'sys.user.list',
  label: 'nav.users',
};
