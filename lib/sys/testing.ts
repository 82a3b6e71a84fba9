import { PASSWORD } from '@/test/people';

/**
 * Every identity at every endpoint of the module. What each may do is here once more, in plain lists and taken from
 * the specification, so that a mistake in the product's own rules shows.
 */
const KEYS = ['list', 'create', 'delete', 'renew', 'logs', 'stats', 'audit'].map((action) => `sys.apikey.${action}`);
const STAFF = [
  ...['list', 'create', 'view', 'edit', 'lock', 'delete', 'resetpwd', 'wx_cleanup'].map((a) => `sys.user.${a}`),
  ...KEYS,
  'sys.audit.view',
];
const READS = ['sys.user.list', 'sys.user.view', 'sys.apikey.list', 'sys.audit.view'];
const JOBS = ['sys.job.inspect', 'sys.job.retry'];
const ROLES = ['create', 'edit', 'delete'].map((action) => `sys.role.${action}`);

export type Identity = {
  oem: 'acme' | 'borealis';
  tier: 'platform' | 'root' | 'user';
  may: readonly string[];
  /** The business root they are or whose key they use. */
  head?: string;
  /** The business root whose chain they are of, where they are not that root. */
  chain?: string;
  /** Not signed in, by key, or signed in with the password still to be changed. */
  is?: 'nobody' | 'key' | 'newcomer';
};
export const identities: Record<string, Identity> = {
  anonymous: { oem: 'acme', tier: 'user', may: [], is: 'nobody' },
  'acme-locked': { oem: 'acme', tier: 'user', may: [], is: 'nobody' },
  'acme-super': { oem: 'acme', tier: 'platform', may: [...STAFF, ...ROLES, ...JOBS] },
  'acme-support': { oem: 'acme', tier: 'platform', may: STAFF },
  'acme-auditor': {
    oem: 'acme',
    tier: 'platform',
    may: [...READS, 'sys.apikey.logs', 'sys.apikey.stats', 'sys.apikey.audit'],
  },
  'acme-root': { oem: 'acme', tier: 'root', head: 'acme-root', may: STAFF },
  'acme-other': { oem: 'acme', tier: 'root', may: STAFF },
  'acme-child': { oem: 'acme', tier: 'user', chain: 'acme-root', may: KEYS },
  'acme-viewer': { oem: 'acme', tier: 'user', chain: 'acme-root', may: READS },
  'acme-editor': { oem: 'acme', tier: 'user', chain: 'acme-root', may: [] },
  'acme-nobody': { oem: 'acme', tier: 'user', chain: 'acme-root', may: [] },
  'acme-newcomer': { oem: 'acme', tier: 'user', may: [], is: 'newcomer' },
  'borealis-root': { oem: 'borealis', tier: 'root', may: STAFF },
  'borealis-support': { oem: 'borealis', tier: 'platform', may: STAFF },
  'full key of acme-root': { oem: 'acme', tier: 'root', head: 'acme-root', may: STAFF, is: 'key' },
  'narrow key of acme-root': {
    oem: 'acme',
    tier: 'root',
    head: 'acme-root',
    may: ['sys.user.view', 'sys.apikey.list'],
    is: 'key',
  },
  'key of acme-root without a permission here': { oem: 'acme', tier: 'root', head: 'acme-root', may: [], is: 'key' },
};

type Target = { oem: 'acme' | 'borealis' | 'none'; of: string };
export type Kind = 'user' | 'key' | 'role' | 'holder' | 'record' | 'view';
const OURS = ['t-chain', 't-root', 't-staff'].map((of): Target => ({ oem: 'acme', of }));
export const accounts: Target[] = [...OURS, { oem: 'borealis', of: 't-foreign' }, { oem: 'none', of: 'random' }];
export const targets: Record<Kind, Target[]> = {
  user: accounts,
  holder: accounts,
  key: accounts,
  record: accounts,
  view: accounts,
  role: [
    { oem: 'acme', of: 'business' },
    { oem: 'acme', of: 'platform' },
    { oem: 'acme', of: 'own' },
    { oem: 'borealis', of: 'foreign' },
    { oem: 'none', of: 'random' },
  ],
};

/** Whether an identity may know of a target: yes, 403 (users of another OEM) or 404. */
export function sees({ oem, tier, head, chain = head }: Identity, kind: Kind, target: Target): true | 403 | 404 {
  if (target.oem === 'none') return 404;
  const isOurs = target.oem === oem;
  switch (kind) {
    case 'user':
      if (!isOurs) return 403;
      return tier === 'platform' || (target.of === 't-chain' && head === 'acme-root') || 404;
    case 'holder':
      if (tier !== 'platform') return 404;
      return isOurs || 403;
    case 'key':
      return (tier === 'platform' && isOurs) || 404;
    // Of what was done, platform staff see everything, a business root its OEM, others what they did themselves.
    case 'record':
      return tier === 'platform' || (tier === 'root' && isOurs) || 404;
    // Each account shared one: staff with staff, everybody else with those of their chain.
    case 'view':
      if (target.of === 't-staff') return (tier === 'platform' && isOurs) || 404;
      return (target.of === 't-chain' && tier !== 'platform' && chain === 'acme-root') || 404;
    case 'role':
      if (target.of === 'business') return true;
      if (target.of === 'platform') return tier === 'platform' || 404;
      return isOurs || 404;
  }
}

export type Row = {
  needs: 'session' | string;
  platform?: true;
  /** For staff of the brand that runs the installation, which none of the identities is. */
  installation?: true;
  on?: Kind;
  query?: string;
  body?: (id: string) => object;
};
/** The endpoints. Those with a target get a body that changes nothing when it arrives, or is refused for what it asks. */
export const table: Record<string, Row> = {
  'GET /api/sys/api-keys': { needs: 'sys.apikey.list' },
  'POST /api/sys/api-keys': { needs: 'sys.apikey.create', body: () => ({ name: 'Matrix' }) },
  'GET /api/sys/api-keys/{id}': { needs: 'sys.apikey.list', on: 'key' },
  'DELETE /api/sys/api-keys/{id}': { needs: 'sys.apikey.delete', on: 'key' },
  'POST /api/sys/api-keys/{id}/renew': { needs: 'sys.apikey.renew', on: 'key', body: () => ({}) },
  'POST /api/sys/api-keys/revoke-all': { needs: 'sys.apikey.delete', on: 'holder', body: (user_id) => ({ user_id }) },
  'GET /api/sys/api-keys/{id}/logs': { needs: 'sys.apikey.logs', on: 'key' },
  'GET /api/sys/api-keys/{id}/stats': { needs: 'sys.apikey.stats', on: 'key' },
  'GET /api/sys/api-keys/audit-actions': { needs: 'sys.apikey.audit' },
  'GET /api/sys/audit-logs': { needs: 'sys.audit.view' },
  'GET /api/sys/audit-logs/export': { needs: 'sys.audit.view' },
  'GET /api/sys/audit-logs/{id}': { needs: 'sys.audit.view', on: 'record' },
  'GET /api/sys/audit-logs/overview': { needs: 'sys.audit.view' },
  'GET /api/sys/audit-logs/chain': { needs: 'sys.audit.view', platform: true },
  'POST /api/sys/audit-logs/chain/verify': { needs: 'sys.audit.view', platform: true },
  'GET /api/sys/jobs': { needs: 'sys.job.inspect', platform: true, installation: true },
  'POST /api/sys/jobs/{id}/retry': { needs: 'sys.job.retry', platform: true, installation: true, on: 'record' },
  'GET /api/sys/login-records': { needs: 'sys.audit.view' },
  'GET /api/sys/login-records/export': { needs: 'sys.audit.view' },
  'GET /api/sys/api-keys/{id}/usage': { needs: 'sys.apikey.stats', on: 'key' },
  'GET /api/sys/api-keys/{id}/least-privilege': { needs: 'sys.apikey.stats', on: 'key' },
  'POST /api/sys/api-keys/{id}/narrow': {
    needs: 'sys.apikey.create',
    on: 'key',
    body: () => ({ scopes: ['guard.policy.list'], dry_run: true }),
  },
  'GET /api/sys/api-keys/caller-address': { needs: 'sys.apikey.create' },
  'GET /api/sys/roles/{id}/users': { needs: 'sys.user.list', on: 'role' },
  'GET /api/sys/permissions': { needs: 'session' },
  'GET /api/sys/permissions/holders': { needs: 'sys.user.list', query: 'permission=guard.policy.list' },
  'GET /api/sys/permissions/tree': { needs: 'session' },
  'GET /api/sys/profile': { needs: 'session' },
  'PUT /api/sys/profile': { needs: 'session', body: () => ({}) },
  'GET /api/sys/roles': { needs: 'sys.user.list' },
  'POST /api/sys/roles': {
    needs: 'sys.role.create',
    platform: true,
    body: () => ({ name: `Matrix ${Math.random()}`, permissions: [] }),
  },
  'GET /api/sys/roles/{id}': { needs: 'sys.user.view', on: 'role' },
  'PUT /api/sys/roles/{id}': { needs: 'sys.role.edit', platform: true, on: 'role', body: () => ({}) },
  'DELETE /api/sys/roles/{id}': { needs: 'sys.role.delete', platform: true, on: 'role' },
  'GET /api/sys/users': { needs: 'sys.user.list' },
  'POST /api/sys/users': {
    needs: 'sys.user.create',
    body: () => ({ user_name: `matrix ${Math.random()}`, password: PASSWORD }),
  },
  'GET /api/sys/users/{id}': { needs: 'sys.user.view', on: 'user' },
  'GET /api/sys/users/{id}/details': { needs: 'sys.user.view', on: 'user' },
  'GET /api/sys/users/{id}/owned': { needs: 'sys.user.delete', on: 'user' },
  'PUT /api/sys/users/{id}': { needs: 'sys.user.edit', on: 'user', body: () => ({}) },
  'PUT /api/sys/users/{id}/lock': { needs: 'sys.user.lock', on: 'user', body: () => ({ locked: 0 }) },
  'DELETE /api/sys/users/{id}': { needs: 'sys.user.delete', on: 'user' },
  'PUT /api/sys/users/{id}/password': {
    needs: 'sys.user.resetpwd',
    on: 'user',
    body: () => ({ password: PASSWORD }),
  },
  'GET /api/sys/views': { needs: 'session' },
  'POST /api/sys/views': {
    needs: 'session',
    body: () => ({ list: '/guard/domains', name: `Matrix ${Math.random()}`, query: '' }),
  },
  'PUT /api/sys/views/{id}': { needs: 'session', on: 'view', body: () => ({}) },
  'DELETE /api/sys/views/{id}': { needs: 'session', on: 'view' },
  'POST /api/sys/wx-zombies/cleanup': { needs: 'sys.user.wx_cleanup', platform: true, body: () => ({}) },
};

/** What happens before anything is looked up: 401, 403 with its reason, or undefined for let in. */
export function refusal(
  who: Identity,
  endpoint: string,
  { needs, platform, installation }: Row,
): [number, string] | undefined {
  if (who.is === 'nobody') return [401, 'err.auth.required'];
  if (who.is === 'newcomer' && endpoint !== 'GET /api/sys/permissions/tree')
    return [403, 'err.auth.password_change_required'];
  if (needs === 'session') return who.is === 'key' ? [403, 'err.auth.session_only'] : undefined;
  if (platform && who.tier !== 'platform') return [403, 'err.auth.platform_only'];
  if (installation) return [403, 'err.auth.operator_only'];
  if (who.may.includes(needs)) return undefined;
  return [403, who.is === 'key' ? 'err.sys.apikey.scope_insufficient' : 'err.auth.permission'];
}
