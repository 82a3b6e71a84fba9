import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'observe',
  order: 20,
  href: '/analytics/events',
  icon: 'list',
  permission: 'analytics.event.list',
  label: 'nav.events',
};
