export const nav = {
  group: 'observe',
  order: 15,
  href: '/analytics/alert',
  under: '/analytics/overview',
  icon: 'gauge',
  permission: 'analytics.alert.view',
  label: 'nav.alert',
} as const;
