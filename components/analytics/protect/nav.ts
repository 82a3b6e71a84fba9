export const nav = {
  group: 'observe',
  order: 12,
  href: '/analytics/protect',
  under: '/analytics/overview',
  icon: 'wall',
  permission: 'analytics.protect.view',
  label: 'nav.protection',
} as const;
