import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteArtefacts } from '@/lib/delivery/cleanup';
import { LIST as DOMAINS, type Domains, startDomains } from '@/lib/guard/domains/testing';
import { PART } from './tables';
import { addresses, IPS, type ListCalls, listCalls, SETS } from './testing';

let world: Domains;
let lists: ListCalls;
let key = '';
const NODE = 'hk-1';

beforeAll(async () => {
  world = await startDomains();
  lists = listCalls(world);
  const issued = await world.call('POST', '/api/sys/api-keys', {
    as: 'admin',
    body: { name: NODE, scopes: [`guard.agent.${NODE}`] },
  });
  key = issued.body.data.api_key;
});
afterAll(() => world.close());

const asNode = async (path: string) => {
  const headers = { Authorization: `ApiKey ${key}` };
  return world.call('GET', `/api/guard/nodes/${NODE}/${path}`, { headers });
};
type Line = { kind: string; object_id: string; number: number; hash: string };
const desired = async (): Promise<Line[]> => (await asNode('desired')).body.data.artefacts;
const contentOf = async ({ hash }: Pick<Line, 'hash'>) =>
  JSON.parse((await asNode(`artefacts/${hash}`)).body.data.content);
const lineOf = async (object_id: string | number) =>
  (await desired()).find((line) => line.object_id === String(object_id));

/** A list as the node has it; undefined where it has none. */
async function onNode(id: number): Promise<{ type: string; addresses: string[]; parts: string[] } | undefined> {
  const line = await lineOf(id);
  if (!line) return undefined;
  const { type, parts } = await contentOf(line);
  const found: string[] = [];
  for (const hash of parts) found.push(...(await contentOf({ hash })).addresses);
  return { type, addresses: found.sort(), parts };
}

async function served(domain: string): Promise<string> {
  const policy = await world.call('POST', '/api/guard/policies', { as: 'acme-root', body: { name: domain } });
  const { policy_id } = policy.body.data;
  const domain_id = await world.created('acme-root', domain, { policy_id });
  await world.call('PUT', `${DOMAINS}/${domain_id}/nodes`, { as: 'acme-root', body: { node_ids: [NODE] } });
  await world.judge('acme-support', domain_id, 4);
  return policy_id;
}

it('a list of a policy runs where the policy does, grey ones as black or white', async () => {
  const policy_id = await served('lists.example.com');
  for (const [ip_set_type, type] of [
    [1, 'black'],
    [2, 'white'],
    [3, 'black'],
    [4, 'white'],
  ] as const) {
    const { id } = await lists.created('acme-root', { policy_id, ip_set_type });
    expect(await onNode(id)).toEqual({ type, addresses: [], parts: [] });
    await lists.added('acme-root', id, '192.0.2.1', '10.0.0.0/8');
    await lists.add('acme-root', id, { ip_addr: '192.0.2.2', status: false });
    expect(await onNode(id)).toMatchObject({ type, addresses: ['10.0.0.0/8', '192.0.2.1'] });
    expect((await contentOf((await lineOf(policy_id)) as Line)).lists).toContain(id);
  }
});

it('follows each change of a list, which its policy names only while it is enabled', async () => {
  const policy_id = await served('changes.example.com');
  const { id } = await lists.created('acme-root');
  const [one, two] = await lists.added('acme-root', id, '192.0.2.1', '192.0.2.2');
  expect(await onNode(id)).toBeUndefined();
  const put = (path: string, body: object) => world.call('PUT', path, { as: 'acme-root', body });
  await put(`${SETS}/${id}/policy`, { policy_id });
  expect((await onNode(id))?.addresses).toEqual(['192.0.2.1', '192.0.2.2']);
  await put(`${IPS}/${one}/status`, { status: false });
  expect((await onNode(id))?.addresses).toEqual(['192.0.2.2']);
  await world.call('DELETE', `${IPS}/${two}`, { as: 'acme-root' });
  expect(await onNode(id)).toMatchObject({ addresses: [], parts: [] });
  await put(`${IPS}/${one}/status`, { status: true });
  expect((await onNode(id))?.addresses).toEqual(['192.0.2.1']);

  const { number } = (await lineOf(policy_id)) as Line;
  await put(`${SETS}/${id}`, { name: 'Renamed' });
  expect((await lineOf(policy_id))?.number).toBe(number);
  await put(`${SETS}/${id}`, { status: 1 });
  expect(await onNode(id)).toBeUndefined();
  expect((await contentOf((await lineOf(policy_id)) as Line)).lists).toEqual([]);
  await lists.added('acme-root', id, '192.0.2.3');
  await put(`${SETS}/${id}`, { status: 2 });
  expect((await onNode(id))?.addresses).toEqual(['192.0.2.1', '192.0.2.3']);
  await put(`${SETS}/${id}/policy`, { policy_id: '' });
  expect(await onNode(id)).toBeUndefined();
  await put(`${SETS}/${id}/policy`, { policy_id });
  await world.call('DELETE', `${SETS}/${id}`, { as: 'acme-root' });
  expect(await onNode(id)).toBeUndefined();
  const heads = world.db.selectFrom('artefact_heads').select('hash').where('kind', '=', 'list.piece');
  expect(await heads.where('object_id', 'like', `${id}.%`).where('hash', '!=', '').execute()).toEqual([]);
});

it('one address of a large list brings its part alone', async () => {
  const policy_id = await served('large.example.com');
  const { id } = await lists.created('acme-root', { policy_id });
  const ids = await lists.added('acme-root', id, ...addresses(4 * PART + 1));
  const before = await onNode(id);
  expect(before?.parts).toHaveLength(5);
  const made = async () =>
    (await world.db.selectFrom('artefacts').select('id').where('object_id', 'like', `${id}%`).execute()).length;
  const artefacts = await made();
  await world.call('DELETE', `${IPS}/${ids[PART + 3]}`, { as: 'acme-root' });
  const after = await onNode(id);
  expect(after?.parts.filter((hash) => !before?.parts.includes(hash))).toHaveLength(1);
  expect(after?.addresses).toEqual(before?.addresses.filter((one) => one !== addresses(1, PART + 3)[0]));
  // The part, and the list that names it.
  expect(await made()).toBe(artefacts + 2);
  const { list } = (await world.call('GET', `/api/sys/audit-logs?size=1`, { as: 'acme-support' })).body.data;
  const causes = world.db
    .selectFrom('artefact_causes')
    .innerJoin('artefacts', 'artefacts.id', 'artefact_causes.artefact_id')
    .select(['artefacts.kind'])
    .where('audit_id', '=', list[0].id)
    .orderBy('artefacts.kind');
  expect((await causes.execute()).map((cause) => cause.kind)).toEqual(['list', 'list.piece']);
});

it('arrives complete where policy, list and domain were never rendered before', async () => {
  const { direct, runtime } = world;
  const done = async (method: string, path: string, body: object, as = 'acme-root') => {
    const answer = await direct(method, path, { as, body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data;
  };
  for (let round = 0; round < 5; round++) {
    const domain = `at-once-${round}.example.com`;
    const { policy_id } = await done('POST', '/api/guard/policies', { name: domain });
    const { domain_id } = await done('POST', DOMAINS, world.input('acme-root', domain, { policy_id }));
    await done('PUT', `${DOMAINS}/${domain_id}/nodes`, { node_ids: [NODE] });
    const { id } = await done('POST', SETS, { name: domain, ip_set_type: 1, policy_id });
    await Promise.all([
      done('PUT', `${DOMAINS}/${domain_id}/audit`, { audit_status: 4 }, 'acme-support'),
      done('POST', `${SETS}/${id}/ips`, { ip_addr: '192.0.2.1' }),
      done('POST', `${SETS}/${id}/ips`, { ip_addr: '192.0.2.2' }),
      done('PUT', `/api/guard/policies/${policy_id}`, { comment: 'at once' }),
    ]);
    await runtime.jobs.settled();
    expect((await onNode(id))?.addresses).toEqual(['192.0.2.1', '192.0.2.2']);
  }
});

it('a piece is fetched by nodes that run its list alone, and its last one is kept', async () => {
  const { id } = await lists.created('acme-root');
  await lists.added('acme-root', id, '203.0.113.99');
  const head = world.db.selectFrom('artefact_heads').select('hash').where('object_id', '=', `${id}.0`);
  const { hash } = await head.executeTakeFirstOrThrow();
  expect((await asNode(`artefacts/${hash}`)).status).toBe(404);
  const policy_id = await served('fetched.example.com');
  await world.call('PUT', `${SETS}/${id}/policy`, { as: 'acme-root', body: { policy_id } });
  expect((await asNode(`artefacts/${hash}`)).body.data).toMatchObject({ kind: 'list.piece', object_id: `${id}.0` });
  const later = Date.now() + 60_000;
  await world.runtime.store.transaction((tx) => deleteArtefacts(tx, later, 10_000));
  expect((await onNode(id))?.addresses).toEqual(['203.0.113.99']);
});
