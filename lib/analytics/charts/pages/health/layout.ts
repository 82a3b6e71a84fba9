import type { PageLayout } from '../../contract';

export const layout: PageLayout = {
  figures: ['origin_errors', 'server_errors', 'latency_mean', 'latency_percentiles'],
  panels: [
    { key: 'origin_requests_over_time', columns: 8, height: 240 },
    { key: 'error_statuses', columns: 4, height: 240 },
    { key: 'latency_percentiles_over_time', columns: 6, height: 200 },
    { key: 'latency_mean_over_time', columns: 6, height: 200 },
    { key: 'origin_error_share_over_time', columns: 6, height: 200 },
    { key: 'statuses_over_time', columns: 6, height: 200 },
    { key: 'failing_hosts', columns: 6, height: 320 },
    { key: 'slow_hosts', columns: 6, height: 320 },
    { key: 'failing_paths', columns: 6, height: 320 },
    { key: 'slow_paths', columns: 6, height: 320 },
    { key: 'latest_errors', columns: 12 },
  ],
};
