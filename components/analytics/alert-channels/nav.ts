import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'observe',
  order: 32,
  href: '/analytics/alerts/channels',
  under: '/analytics/alerts',
  icon: 'alert',
  permission: 'analytics.alertchannel.list',
  label: 'nav.alert_channels',
};
