import type { NavItem } from '@/components/layout/nav';

export const nav: NavItem = {
  group: 'protect',
  order: 25,
  href: '/guard/certs',
  icon: 'certificate',
  permission: 'guard.cert.list',
  label: 'nav.certificates',
};
