import type { PageLayout } from '../../contract';

export const layout: PageLayout = {
  figures: ['requests_total', 'bytes_total', 'unique_clients'],
  panels: [
    { key: 'requests_over_time', columns: 12 },
    { key: 'bandwidth_over_time', columns: 6, height: 200 },
    { key: 'statuses_over_time', columns: 6, height: 200 },
    { key: 'requests_by_country', columns: 4, height: 320 },
    { key: 'top_hosts', columns: 4, height: 320 },
    { key: 'top_paths', columns: 4, height: 320 },
    { key: 'top_clients', columns: 6, height: 320 },
    { key: 'top_referers', columns: 6, height: 320 },
    { key: 'methods', columns: 6, height: 168 },
    { key: 'protocols', columns: 6, height: 168 },
    { key: 'latest_requests', columns: 12 },
  ],
};
