export const nav = {
  group: 'observe',
  order: 10,
  href: '/analytics/overview',
  icon: 'overview',
  permission: 'analytics.overview.view',
  label: 'nav.overview',
} as const;
