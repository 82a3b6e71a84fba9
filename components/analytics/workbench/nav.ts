import type { NavItem } from '@/components/layout/navigation/nav-items';
import { PAGES } from '@/lib/analytics/charts/vocabulary';

export const nav: NavItem = {
  group: 'tools',
  order: 10,
  href: '/workbench',
  icon: 'workbench',
  permission: PAGES.map((page) => `analytics.${page}.view`),
  label: 'nav.workbench',
};
