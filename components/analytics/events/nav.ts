import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'observe',
  order: 20,
  href: '/analytics/events',
  icon: 'events',
  permission: 'analytics.event.list',
  label: 'nav.events',
};
