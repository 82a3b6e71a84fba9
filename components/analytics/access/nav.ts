export const nav = {
  group: 'observe',
  order: 11,
  href: '/analytics/access',
  under: '/analytics/overview',
  icon: 'activity',
  permission: 'analytics.access.view',
  label: 'nav.access',
} as const;
