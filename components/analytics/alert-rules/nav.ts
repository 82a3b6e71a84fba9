import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'observe',
  order: 31,
  href: '/analytics/alerts/rules',
  under: '/analytics/alerts',
  icon: 'alert',
  permission: 'analytics.alertrule.list',
  label: 'nav.alert_rules',
};
