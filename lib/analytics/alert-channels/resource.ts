import { resource } from '@/lib/api/resource';

export const alertChannel = resource({
  type: 'alert_channel',
  icon: 'alert',
  search: {
    list: '/api/analytics/alert-channels',
    permission: 'analytics.alertchannel.list',
    id: 'id',
    label: 'name',
    hint: 'origin',
    href: '/analytics/alerts/channels?keyword={name}',
  },
  actions: [
    {
      label: 'analytics.alert-channels.create',
      href: '/analytics/alerts/channels?dialog=create',
      permission: 'analytics.alertchannel.create',
    },
  ],
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
