import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'manage',
  order: 40,
  href: '/sys/audit',
  icon: 'audit',
  permission: 'sys.audit.view',
  label: 'nav.audit',
  keywords: 'nav.keywords.audit',
};
