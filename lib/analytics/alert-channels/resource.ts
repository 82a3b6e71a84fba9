import { resource } from '@/lib/api/resource';

export const alertChannel = resource({
  type: 'alert_channel',
  owned: { table: 'alert_channels', column: 'user_id' },
  values: {
    kind: 'alert_channel_kind',
    status: 'origin_status',
    last_outcome: 'alert_delivery',
    has_secret: 'yes_no',
    last_time: 'time',
    ctime: 'time',
    utime: 'time',
  },
});
