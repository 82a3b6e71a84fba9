import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'protect',
  order: 25,
  href: '/guard/certs',
  icon: 'certificate',
  permission: 'guard.cert.list',
  label: 'nav.certificates',
  keywords: 'nav.keywords.certificates',
};
