export const nav = {
  group: 'observe',
  order: 16,
  href: '/analytics/health',
  under: '/analytics/overview',
  icon: 'health',
  permission: 'analytics.health.view',
  label: 'nav.health',
} as const;
