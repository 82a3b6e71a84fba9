import type { Provision } from '@/lib/provision/file';

/** The people of every contract test: two OEMs, a chain in the first, platform staff in both. */
export const PASSWORD = 'correct horse 7';
const user = (user_name: string, oem_id: string, more: object = {}) => ({
  user_name,
  password: PASSWORD,
  oem_id,
  ...more,
});

export const people = {
  oems: [
    { oem_id: 'acme', name: 'Acme Cloud', hostnames: ['acme.test', 'acme.localhost'] },
    { oem_id: 'borealis', name: 'Borealis', hostnames: ['borealis.test', 'borealis.localhost'] },
  ],
  roles: [
    { role_id: 20, name: 'Rule editor', level: 3, permissions: ['guard.policy.*'] },
    { role_id: 21, name: 'Nothing', level: 3, permissions: [] },
    { role_id: 22, name: 'Self-styled auditor', level: 3, permissions: ['guard.domain.*'] },
  ],
  users: [
    user('acme-support', 'acme', { role_ids: [2] }),
    user('acme-desk', 'acme', { role_ids: [2] }),
    user('acme-auditor', 'acme', { role_ids: [3] }),
    user('acme-root', 'acme', { role_ids: [10] }),
    user('acme-child', 'acme', { role_ids: [11], parent: 'acme-root' }),
    user('acme-viewer', 'acme', { role_ids: [12], parent: 'acme-root' }),
    user('acme-editor', 'acme', { role_ids: [20], parent: 'acme-root' }),
    user('acme-nobody', 'acme', { role_ids: [21], parent: 'acme-root' }),
    user('acme-newcomer', 'acme', { role_ids: [11], parent: 'acme-root', need_change_password: true }),
    user('acme-other', 'acme', { role_ids: [10] }),
    user('borealis-root', 'borealis', { role_ids: [10] }),
    user('borealis-support', 'borealis', { role_ids: [2] }),
    user('borealis-desk', 'borealis', { role_ids: [2] }),
  ],
  nodes: [
    { node_id: 'hk-1', name: 'Hong Kong 1', machine_room: 'hk', ip_addr: '203.0.113.10', ipv6: false, line: 1 },
    { node_id: 'fra-1', name: 'Frankfurt 1', machine_room: 'fra', ip_addr: '203.0.113.20', ipv6: true, line: 2 },
    { node_id: 'sgp-1', name: 'Singapore 1', machine_room: 'sgp', ip_addr: '203.0.113.30', ipv6: false, line: 1 },
    { node_id: 'lon-1', name: 'London 1', machine_room: 'lon', ip_addr: '203.0.113.40', ipv6: false, line: 2 },
  ],
  allocations: [
    { oem_id: 'acme', user_name: 'acme-root', node_ids: ['hk-1', 'fra-1', 'sgp-1'] },
    { oem_id: 'acme', user_name: 'acme-other', node_ids: ['lon-1'] },
  ],
} satisfies Partial<Record<keyof Provision, unknown>>;
