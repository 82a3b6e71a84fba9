import { resource } from '@/lib/api/resource';

export const cert = resource({
  type: 'cert',
  icon: 'certificate',
  owned: { table: 'certificates', column: 'user_id' },
  page: { path: '/guard/certs', permission: 'guard.cert.view' },
  search: { list: '/api/guard/certs', permission: 'guard.cert.list', id: 'id', label: 'name', hint: 'common_name' },
  values: {
    certificate_type: 'certificate_type',
    auto_cert: 'switch',
    expired_at: 'time',
    ctime: 'time',
    utime: 'time',
  },
  actions: [{ label: 'guard.certs.upload', href: '/guard/certs/new', permission: 'guard.cert.create' }],
});
