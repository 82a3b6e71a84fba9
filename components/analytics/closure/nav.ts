export const nav = {
  group: 'observe',
  order: 18,
  href: '/analytics/closure',
  under: '/analytics/overview',
  icon: 'gauge',
  permission: 'analytics.closure.view',
  label: 'nav.closure',
} as const;
