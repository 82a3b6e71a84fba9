import type { PageLayout } from '../../contract';

export const layout: PageLayout = {
  figures: ['closure_total', 'time_to_handle', 'open_alerts'],
  panels: [
    { key: 'closure_over_time', columns: 8, height: 240 },
    { key: 'open_by_age', columns: 4, height: 240 },
    { key: 'time_to_handle_over_time', columns: 8, height: 200 },
    { key: 'handled_within', columns: 4, height: 200 },
    { key: 'top_handlers', columns: 4, height: 220 },
    { key: 'top_open_domains', columns: 4, height: 220 },
    { key: 'closure_by_type', columns: 4, height: 220 },
    { key: 'latest_open_alerts', columns: 12 },
  ],
};
