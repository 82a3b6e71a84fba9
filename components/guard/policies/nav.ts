import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'protect',
  order: 30,
  href: '/guard/policies',
  icon: 'policy',
  permission: 'guard.policy.list',
  label: 'nav.policies',
  keywords: 'nav.keywords.policies',
};
