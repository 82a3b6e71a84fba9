export const nav = {
  group: 'observe',
  order: 13,
  href: '/analytics/ai',
  under: '/analytics/overview',
  icon: 'chip',
  permission: 'analytics.ai.view',
  label: 'nav.ai',
} as const;
