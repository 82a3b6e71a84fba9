import type { PageLayout } from '../../contract';

export const layout: PageLayout = {
  figures: ['requests_total', 'blocked_total', 'limited_total', 'origin_errors', 'latency_percentiles'],
  courses: {
    requests_total: { chart: 'requests_by_verdict' },
    blocked_total: { chart: 'requests_by_verdict', value: 'block' },
    limited_total: { chart: 'requests_by_verdict', value: 'limit' },
  },
  panels: [
    { key: 'requests_by_verdict', columns: 12 },
    { key: 'attack_classes', columns: 4, height: 168 },
    { key: 'blocked_addresses', columns: 4, height: 192, whole: 'blocked_total' },
    { key: 'blocked_by_country', columns: 4, height: 192, whole: 'blocked_total' },
    { key: 'bandwidth', columns: 8, height: 200 },
    { key: 'cache_total', columns: 4, height: 200 },
    { key: 'status_classes', columns: 6, height: 200 },
    { key: 'user_agent_classes', columns: 6, height: 192 },
    { key: 'top_paths', columns: 6, height: 320, whole: 'requests_total' },
    { key: 'top_hosts', columns: 6, height: 320, whole: 'requests_total' },
    { key: 'latest_attacks', columns: 12 },
  ],
};
