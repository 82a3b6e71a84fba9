import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'observe',
  order: 30,
  href: '/analytics/alerts',
  icon: 'alert',
  permission: 'analytics.alert.list',
  label: 'nav.alerts',
};
