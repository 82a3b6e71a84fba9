import type { PageLayout } from '../../contract';

export const layout: PageLayout = {
  figures: ['alerts_total', 'alerts_pending', 'alerted_domains'],
  panels: [
    { key: 'alerts_over_time', columns: 8, height: 240 },
    { key: 'alerts_by_metric', columns: 4, height: 240 },
    { key: 'top_alerted_domains', columns: 6, height: 220 },
    { key: 'top_alert_rules', columns: 6, height: 220 },
    { key: 'alerts_by_type_over_time', columns: 4, height: 200 },
    { key: 'pending_over_time', columns: 4, height: 200 },
    { key: 'alerts_by_type', columns: 4, height: 200 },
    { key: 'latest_alerts', columns: 12 },
  ],
};
