import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'protect',
  order: 35,
  href: '/guard/bwlist',
  icon: 'list',
  permission: 'guard.bwlist.list',
  label: 'nav.ip_lists',
  keywords: 'nav.keywords.ip_lists',
};
