import type { NavItem } from '@/components/layout/nav';

export const nav: NavItem = {
  group: 'manage',
  order: 40,
  href: '/sys/audit',
  icon: 'audit',
  permission: 'sys.audit.view',
  label: 'nav.audit',
};
