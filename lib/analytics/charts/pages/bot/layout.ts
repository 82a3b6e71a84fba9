import type { PageLayout } from '../../contract';

export const layout: PageLayout = {
  figures: ['bots_total', 'bot_bytes', 'bots_stopped'],
  panels: [
    { key: 'clients_over_time', columns: 12 },
    { key: 'client_classes', columns: 4, height: 192 },
    { key: 'bot_verdicts', columns: 4, height: 192 },
    { key: 'bots_by_country', columns: 4, height: 192 },
    { key: 'bot_share_over_time', columns: 12, height: 160 },
    { key: 'top_bots', columns: 6, height: 320 },
    { key: 'bot_paths', columns: 6, height: 320 },
    { key: 'good_bots', columns: 4, height: 320 },
    { key: 'bad_bots', columns: 4, height: 320 },
    { key: 'tools', columns: 4, height: 320 },
    { key: 'latest_bots', columns: 12 },
  ],
};
