/** Built-in roles (DESIGN 2); read-only. role_id < 10 is platform level, the rest business level. */
export const BUILT_IN_ROLES = [
  { role_id: 1, name: 'Super administrator', level: 1, permissions: ['*'] },
  {
    role_id: 2,
    name: 'Operations',
    level: 1,
    permissions: ['guard.*', 'analytics.*', 'plan.*', 'sys.user.*', 'sys.apikey.*', 'sys.audit.view'],
  },
  {
    role_id: 3,
    name: 'Auditor',
    level: 1,
    permissions: [
      '*.*.list',
      '*.*.view',
      'sys.apikey.logs',
      'sys.apikey.stats',
      'sys.apikey.audit',
      'guard.bwlist.ip_list',
      'guard.schedule.records',
      'guard.schedule.affairs',
      'analytics.overview.export',
    ],
  },
  {
    role_id: 10,
    name: 'Tenant administrator',
    level: 2,
    permissions: ['guard.*', 'analytics.*', 'plan.*', 'sys.user.*', 'sys.apikey.*', 'sys.audit.view'],
  },
  { role_id: 11, name: 'Tenant operator', level: 3, permissions: ['guard.*', 'analytics.*', 'plan.*', 'sys.apikey.*'] },
  { role_id: 12, name: 'Tenant viewer', level: 3, permissions: ['*.*.list', '*.*.view'] },
] as const;

export const SUPER_ADMIN = 1;
export const TENANT_ADMIN = 10;
export const TENANT_OPERATOR = 11;

/** Roles below this number are platform level (spec 2.1). */
export const FIRST_BUSINESS_ROLE = 10;

export const isPlatformRole = (role_id: number) => role_id < FIRST_BUSINESS_ROLE;
