import { resource } from '@/lib/api/resource';

export const apiKey = resource({
  type: 'api_key',
  icon: 'key',
  page: { path: '/sys/api-keys', permission: 'sys.apikey.list', isKept: true },
  search: {
    list: '/api/sys/api-keys',
    permission: 'sys.apikey.list',
    id: 'key_id',
    label: 'name',
    hint: 'prefix',
    isWhole: true,
  },
  values: { status: 'api_key_status', expires_at: 'time', last_used_at: 'time', ctime: 'time' },
  actions: [{ label: 'sys.api-keys.issue', href: '/sys/api-keys/new', permission: 'sys.apikey.create' }],
});
