import { resource } from '@/lib/api/resource';

export const alert = resource({
  type: 'alert',
  values: {
    policy_type: 'alert_policy_type',
    status: 'alert_status',
    ctime: 'time',
    last_update_timestamp: 'time',
    process_time: 'time',
  },
});
