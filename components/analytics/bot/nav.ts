export const nav = {
  group: 'observe',
  order: 14,
  href: '/analytics/bot',
  under: '/analytics/overview',
  icon: 'bot',
  permission: 'analytics.bot.view',
  label: 'nav.bots',
} as const;
