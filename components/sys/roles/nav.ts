import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'manage',
  order: 20,
  href: '/sys/roles',
  icon: 'role',
  permission: 'sys.user.list',
  label: 'nav.roles',
  keywords: 'nav.keywords.roles',
};
