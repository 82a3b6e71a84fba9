import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'protect',
  order: 10,
  href: '/guard/domains',
  icon: 'domain',
  permission: 'guard.domain.list',
  label: 'nav.domains',
};
