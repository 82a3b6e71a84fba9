import { resource } from '@/lib/api/resource';

export const user = resource({
  type: 'user',
  icon: 'user',
  owned: { table: 'users', column: 'first_id' },
  page: { path: '/sys/users', permission: 'sys.user.view' },
  search: { list: '/api/sys/users', permission: 'sys.user.list', id: 'user_id', label: 'user_name', hint: 'nick_name' },
  values: { locked: 'user_lock', need_change_password: 'yes_no', ctime: 'time', utime: 'time' },
  actions: [{ label: 'sys.users.create', href: '/sys/users/new', permission: 'sys.user.create' }],
});
