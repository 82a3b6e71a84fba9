import type { NavItem } from '@/components/layout/navigation/nav-items';

export const nav: NavItem = {
  group: 'manage',
  order: 30,
  href: '/sys/api-keys',
  icon: 'key',
  permission: 'sys.apikey.list',
  label: 'nav.api_keys',
};
