import type { PageLayout } from '../../contract';

export const layout: PageLayout = {
  figures: ['attacks_total', 'stopped_total', 'verdicts_total', 'attackers_total'],
  panels: [
    { key: 'verdicts_over_time', columns: 12 },
    { key: 'attack_classes_over_time', columns: 8, height: 240 },
    { key: 'attack_class_verdicts', columns: 4, height: 240 },
    { key: 'top_attackers', columns: 4, height: 320 },
    { key: 'attacks_by_country', columns: 4, height: 320 },
    { key: 'top_attack_networks', columns: 4, height: 320 },
    { key: 'top_rules', columns: 6, height: 320 },
    { key: 'stopped_paths', columns: 6, height: 320 },
    { key: 'stopped_hosts', columns: 6, height: 320 },
    { key: 'limited_addresses', columns: 6, height: 320 },
    { key: 'stopped_share_over_time', columns: 12, height: 160 },
    { key: 'latest_stopped', columns: 12 },
  ],
};
