import type { PageLayout } from '../../contract';

export const layout: PageLayout = {
  figures: ['ai_total', 'ai_bytes', 'ai_stopped'],
  panels: [
    { key: 'crawlers_over_time', columns: 12 },
    { key: 'ai_verdicts_over_time', columns: 6, height: 200 },
    { key: 'ai_share_over_time', columns: 6, height: 200 },
    { key: 'top_crawlers', columns: 4, height: 320 },
    { key: 'crawler_verdicts', columns: 4, height: 320 },
    { key: 'ai_statuses', columns: 4, height: 320 },
    { key: 'ai_hosts', columns: 4, height: 320 },
    { key: 'ai_paths', columns: 4, height: 320 },
    { key: 'ai_by_country', columns: 4, height: 320 },
    { key: 'latest_ai', columns: 12 },
  ],
};
