import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'protect',
  order: 20,
  href: '/guard/approvals',
  icon: 'approve',
  permission: 'guard.domain.audit',
  label: 'nav.approvals',
  platform: true,
  count: '/api/guard/approvals/queue',
};
