import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Domains, LIST, startDomains } from '@/lib/guard/domains/testing';

let world: Domains;
let domain_id = '';
beforeAll(async () => {
  world = await startDomains();
  domain_id = await world.created('acme-child', 'rendered.example.com');
  const as = 'acme-root';
  await world.call('PUT', `${LIST}/${domain_id}/nodes`, { as, body: { node_ids: ['hk-1', 'sgp-1'] } });
  const rules = `/api/guard/policies/${world.policies.get('acme-child')}/acl/rules`;
  for (const [field, data] of [
    ['path', '/admin'],
    ['country', 'CN'],
  ]) {
    const body = { name: `by ${field}`, matches: [{ field, op: 'eq', data }], action: { action_type: 'block' } };
    expect((await world.call('POST', rules, { as: 'acme-child', body })).status).toBe(201);
  }
  const settings = { acl: JSON.stringify({ status: 'CFGOPTION_2_ENABLE' }) };
  await world.call('PUT', `${LIST}/${domain_id}/settings`, { as: 'acme-child', body: { settings } });
});
afterAll(() => world.close());

const read = (as: string, query = '') => world.call('GET', `${LIST}/${domain_id}/rendered${query}`, { as });

it('is refused while the domain is not approved', async () => {
  expect(await read('acme-child')).toMatchObject({ status: 400, body: { err_key: 'err.guard.rendered.not_approved' } });
  expect((await world.judge('acme-support', domain_id, 4)).status).toBe(200);
});

it('shows the files of a node, and what it does otherwise', async () => {
  const { data } = (await read('acme-child')).body;
  expect(data).toMatchObject({ domain_id, node_id: 'hk-1' });
  const text = (name: string) => data.files.find((file: { path: string }) => file.path.endsWith(name)).text;
  expect(text('site.conf')).toContain('server_name rendered.example.com;');
  expect(text('rules.conf')).toContain('\\x2fadmin');
  expect(data.notes).toContainEqual({
    ...{ key: 'field_unsupported', rule_kind: 'acl', rule_id: expect.any(Number), field: 'country' },
  });
  expect(data.notes).toContainEqual({ key: 'no_certificate' });
});

it('is of a node that the domain has', async () => {
  expect((await read('acme-root', '?node_id=sgp-1')).body.data.node_id).toBe('sgp-1');
  expect((await read('acme-root', '?node_id=lon-1')).status).toBe(404);
});

it('is for who sees the domain and its rules', async () => {
  expect((await read('acme-support')).status).toBe(200);
  for (const as of ['acme-other', 'borealis-root', 'borealis-support']) expect((await read(as)).status, as).toBe(404);
  for (const as of ['acme-nobody']) expect((await read(as)).status, as).toBe(403);
});
