import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'protect',
  order: 70,
  href: '/guard/schedules',
  icon: 'dns',
  permission: 'guard.schedule.list',
  label: 'nav.dns',
};
