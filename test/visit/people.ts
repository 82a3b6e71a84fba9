import { PASSWORD } from '../people';
import type { Visitor } from './visitor';

const ADMIN = { as: 'admin' };
const inBase64 = (text: string) => Buffer.from(text).toString('base64');

/** Users, their roles, and a session that ends. */
export async function users(v: Visitor): Promise<void> {
  const body = { user_name: 'lin', nick_name: 'Lin', password: inBase64(PASSWORD) };
  const { user_id } = await v.call('sys.users.create', { body });
  await v.call('sys.users.edit', { ids: [user_id], body: { nick_name: 'Lin Wei', email: 'lin@example.com' } });
  await v.call('sys.users.password', { ids: [user_id], body: { password: inBase64('another horse 8') } });
  await v.call('sys.users.lock', { ids: [user_id], body: { locked: 1 } });
  const spare = await v.call('sys.users.create', { body: { ...body, user_name: 'spare' } });
  await v.call('sys.users.remove', { ids: [spare.user_id] });
  const root = await v.call('sys.profile.edit', { body: { nick_name: 'Root' } });
  await v.call('sys.users.owned', { as: 'acme-support', ids: [root.user_id] });
  const host = 'acme.test';
  const credentials = { username: 'acme-viewer', password: inBase64(PASSWORD) };
  const { token } = await v.call('auth.session.login', { host, body: credentials });
  await v.call('auth.session.logout', { host, token });
  const role = { name: 'List keeper', level: 3, permissions: ['guard.bwlist.list'] };
  const { role_id } = await v.call('sys.roles.create', { ...ADMIN, body: role });
  await v.call('sys.roles.edit', { ...ADMIN, ids: [role_id], body: { name: 'Keeper of lists' } });
  await v.call('sys.roles.remove', { ...ADMIN, ids: [role_id] });
  for (const read of ['view', 'users']) await v.call(`sys.roles.${read}`, { ...ADMIN, ids: [20] });
  await v.call('sys.permissions.holders', { ...ADMIN, query: 'permission=guard.domain.list' });
}

/** Keys, and saved views of a list. */
export async function keys(v: Visitor): Promise<void> {
  const body = { name: 'Inventory', scopes: ['guard.domain.list', 'guard.policy.list'], expires_in_days: 90 };
  const key = await v.call('sys.api-keys.create', { body });
  await v.call('guard.domains.list', { host: 'acme.test', headers: { Authorization: `ApiKey ${key.api_key}` } });
  await v.call('sys.api-keys.renew', { ids: [key.key_id], body: { expires_in_days: 180 } });
  await v.settled();
  await v.call('sys.api-key-usage.leastPrivilege', { ids: [key.key_id] });
  await v.call('sys.api-key-usage.narrow', { ids: [key.key_id], body: { scopes: ['guard.domain.list'] } });
  const spare = await v.call('sys.api-keys.create', { body: { ...body, name: 'Spare' } });
  await v.call('sys.api-keys.revoke', { ids: [spare.key_id] });
  await v.call('sys.api-keys.revokeAll', { as: 'acme-other', body: {} });
  const view = { list: '/guard/domains', name: 'To approve', query: 'audit_status=2' };
  const { view_id } = await v.call('sys.views.create', { body: view });
  await v.call('sys.views.edit', { ids: [view_id], body: { name: 'Waiting' } });
  const other = await v.call('sys.views.create', { body: { ...view, name: 'Spare' } });
  await v.call('sys.views.remove', { ids: [other.view_id] });
}

/** What the operator looks after. */
export async function operator(v: Visitor): Promise<void> {
  await v.call('sys.audit-logs.verify', ADMIN);
  await v.call('sys.audit-logs.list');
  await v.call('sys.login-records.list');
}
