import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Domains, LIST, startDomains } from '@/lib/guard/domains/testing';

let world: Domains;
let domain_id = '';
beforeAll(async () => {
  world = await startDomains();
  domain_id = await world.created('acme-child', 'rendered.example.com');
  const as = 'acme-root';
  await world.call('PUT', `${LIST}/${domain_id}/nodes`, { as, body: { node_ids: ['hk-1', 'sgp-1'] } });
  const policy = `/api/guard/policies/${world.policies.get('acme-child')}`;
  for (const [kind, field, op, data, more] of [
    ['acl', 'path', 'eq', '/admin', { action: { action_type: 'block' } }],
    ['acl', 'country', 'eq', 'CN', { action: { action_type: 'block' } }],
    ['cc', 'body', 'contains', 'drop', { limit: { threshold: 5, period: 60 }, action: { action_type: 'limit' } }],
  ] as const) {
    const body = { name: `by ${field}`, matches: [{ field, op, data }], ...more };
    expect((await world.call('POST', `${policy}/${kind}/rules`, { as: 'acme-child', body })).status).toBe(201);
  }
  const on = JSON.stringify({ status: 'CFGOPTION_2_ENABLE' });
  const settings = { acl: on, cc: on };
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
  expect(text('rules.conf')).toContain('TX:parapet_country "@rx \\ACN\\z"');
  expect(data.notes.filter(({ key }: { key: string }) => key === 'field_unsupported')).toEqual([
    { key: 'field_unsupported', rule_kind: 'cc', rule_id: expect.any(Number), field: 'body' },
  ]);
  expect(data.notes).toContainEqual({ key: 'no_certificate' });
});

type File = { path: string; change: string; diff: string; text: string };

/** How each file changed last, by its name, as the domain's own and not as its policy's folder. */
async function changes() {
  const { data } = (await read('acme-child')).body;
  const files = data.files.map((file: File) => [file.path.split('/').at(-1), file]) as [string, File][];
  return { compared: data.compared as boolean, files: new Map(files) };
}

it('says what the last change did to each file', async () => {
  expect((await changes()).compared).toBe(false);
  const rules = `/api/guard/policies/${world.policies.get('acme-child')}/acl/rules`;
  const rule = { name: 'later', matches: [{ field: 'path', op: 'eq', data: '/later' }] };
  const body = { ...rule, action: { action_type: 'block' } };
  const { rule_id } = (await world.call('POST', rules, { as: 'acme-child', body })).body.data;
  const added = await changes();
  expect(added.compared).toBe(true);
  expect(added.files.get('rules.conf')).toMatchObject({ change: 'changed' });
  expect(added.files.get('rules.conf')?.diff).toMatch(/^\+.*\\x2flater/m);
  expect(added.files.get('rules.conf')?.diff).not.toMatch(/^-/m);
  expect(added.files.get('site.conf')).toMatchObject({ change: 'same', diff: '' });

  await world.call('DELETE', `${rules}/${rule_id}`, { as: 'acme-child' });
  expect((await changes()).files.get('rules.conf')?.diff).toMatch(/^-.*\\x2flater/m);

  const settings = { acl: JSON.stringify({ status: 'CFGOPTION_1_DISABLE' }) };
  await world.call('PUT', `${LIST}/${domain_id}/settings`, { as: 'acme-child', body: { settings } });
  const off = await changes();
  expect(off.files.get('rules.conf')).toMatchObject({ change: 'changed' });
  expect(off.files.get('rules.conf')?.diff).toMatch(/^-.*\\x2fadmin/m);
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
