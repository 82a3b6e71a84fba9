import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'tools',
  order: 20,
  href: '/docs',
  icon: 'terminal',
  permission: 'session',
  label: 'nav.reference',
};
