import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'manage',
  order: 50,
  href: '/guard/nodes',
  icon: 'node',
  permission: 'guard.node.list',
  label: 'nav.nodes',
  platform: true,
};
