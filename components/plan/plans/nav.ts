import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'manage',
  order: 60,
  href: '/plan/plans',
  icon: 'plan',
  permission: 'plan.plan.list',
  label: 'nav.plans',
};
