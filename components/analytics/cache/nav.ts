export const nav = {
  group: 'observe',
  order: 19,
  href: '/analytics/cache',
  under: '/analytics/overview',
  icon: 'cache',
  permission: 'analytics.cache.view',
  label: 'nav.cache',
} as const;
