import { resource } from '@/lib/api/resource';

export const view = resource({
  type: 'view',
  icon: 'bookmark',
  search: {
    list: '/api/sys/views',
    permission: 'session',
    id: 'view_id',
    label: 'name',
    href: '{list}?view={view_id}&{query}',
  },
  values: { list: 'view_list', shared: 'yes_no', is_default: 'yes_no', ctime: 'time', utime: 'time' },
});
