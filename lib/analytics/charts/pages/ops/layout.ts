import type { PageLayout } from '../../contract';

export const layout: PageLayout = {
  figures: ['operations_total', 'active_users', 'sign_ins_total'],
  panels: [
    { key: 'operations_over_time', columns: 8, height: 240 },
    { key: 'operations_by_actor', columns: 4, height: 240 },
    { key: 'top_actions', columns: 4, height: 320 },
    { key: 'top_resources', columns: 4, height: 320 },
    { key: 'top_actors', columns: 4, height: 320 },
    { key: 'sign_ins_over_time', columns: 6, height: 200 },
    { key: 'failed_sign_ins_over_time', columns: 6, height: 200 },
    { key: 'sign_ins_by_channel', columns: 6, height: 200 },
    { key: 'failed_sign_in_addresses', columns: 6, height: 200 },
    { key: 'latest_operations', columns: 12 },
  ],
};
