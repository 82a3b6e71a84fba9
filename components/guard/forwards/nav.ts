import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'protect',
  order: 60,
  href: '/guard/forwards',
  icon: 'forward',
  permission: 'guard.forward.list',
  label: 'nav.port_forwards',
};
