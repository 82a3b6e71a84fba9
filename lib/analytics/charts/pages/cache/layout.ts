import type { PageLayout } from '../../contract';

export const layout: PageLayout = {
  figures: ['cache_total', 'cache_bytes_total', 'misses_total'],
  panels: [
    { key: 'cache_statuses_over_time', columns: 8, height: 240 },
    { key: 'cache_statuses', columns: 4, height: 240 },
    { key: 'hit_share_over_time', columns: 6, height: 200 },
    { key: 'cache_bandwidth_over_time', columns: 6, height: 200 },
    { key: 'cached_hosts', columns: 6, height: 320 },
    { key: 'missed_hosts', columns: 6, height: 320 },
    { key: 'cached_paths', columns: 6, height: 320 },
    { key: 'missed_paths', columns: 6, height: 320 },
    { key: 'latest_misses', columns: 12 },
  ],
};
