export const nav = {
  group: 'observe',
  order: 17,
  href: '/analytics/ops',
  under: '/analytics/overview',
  icon: 'gauge',
  permission: 'analytics.ops.view',
  label: 'nav.ops',
} as const;
