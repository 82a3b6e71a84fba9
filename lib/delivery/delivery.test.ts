import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Desired } from '@/lib/guard/agents/contract';
import { type Domains, LIST, startDomains } from '@/lib/guard/domains/testing';
import type { Delivery, Release } from '@/lib/guard/releases/contract';
import { deleteAbsences, deleteArtefacts } from './cleanup';

let world: Domains;
const keys = new Map<string, string>();
beforeAll(async () => {
  world = await startDomains();
  for (const node_id of ['hk-1', 'sgp-1']) {
    const body = { name: node_id, scopes: [`guard.agent.${node_id}`] };
    const issued = await world.call('POST', '/api/sys/api-keys', { as: 'admin', body });
    expect(issued.status, JSON.stringify(issued.body)).toBe(201);
    keys.set(node_id, issued.body.data.api_key);
  }
});
afterAll(() => world.close());

/** Calls as the agent of a node does. */
const asNode = (of: string, method: string, path: string, body?: unknown) =>
  world.call(method, `/api/guard/nodes/${path}`, { body, headers: { Authorization: `ApiKey ${keys.get(of)}` } });
const desired = async (node_id: string, since = 0): Promise<Desired> =>
  (await asNode(node_id, 'GET', `${node_id}/desired?since=${since}`)).body.data;
const read = async (path: string, as = 'acme-root') => (await world.call('GET', `${LIST}/${path}`, { as })).body.data;
const deliveryOf = (domain_id: string): Promise<Delivery> => read(`${domain_id}/delivery`);
const releasesOf = async (domain_id: string): Promise<Release[]> => (await read(`${domain_id}/releases`)).list;
const own = (state: Desired, object_id: string) => state.artefacts.find((one) => one.object_id === object_id);

/** An approved domain on these nodes. */
async function served(domain: string, node_ids: string[], as = 'acme-root'): Promise<string> {
  const domain_id = await world.created(as, domain);
  await world.call('PUT', `${LIST}/${domain_id}/nodes`, { as, body: { node_ids } });
  await world.judge('acme-support', domain_id, 4);
  return domain_id;
}
const rename = (policy_id: string, name: string) =>
  world.call('PUT', `/api/guard/policies/${policy_id}`, { as: 'acme-root', body: { name } });
const report = (node_id: string, revision: number, objects: object[]) =>
  asNode(node_id, 'POST', `${node_id}/reports`, { revision, objects });

describe('a desired state', () => {
  it('names a domain and the policy it refers to, and changes by revisions', async () => {
    const policy_id = world.policies.get('acme-root') ?? '';
    const before = (await desired('hk-1')).latest;
    const domain_id = await served('state.example.com', ['hk-1']);
    const state = await desired('hk-1', before);
    expect(state).toMatchObject({
      node_id: 'hk-1',
      since: before,
      revision: before + 1,
      latest: before + 1,
      absent: [],
    });
    expect(own(state, domain_id)).toMatchObject({ kind: 'domain', number: 1 });
    expect(own(await desired('hk-1'), policy_id)).toMatchObject({ kind: 'policy' });

    await rename(policy_id, 'Renamed');
    const next = await desired('hk-1', state.revision);
    expect(next.artefacts).toMatchObject([{ kind: 'policy', object_id: policy_id }]);
    expect(own(await desired('hk-1'), domain_id)?.hash).toBe(own(state, domain_id)?.hash);

    await world.call('DELETE', `${LIST}/${domain_id}`, { as: 'acme-root' });
    const last = await desired('hk-1', next.revision);
    expect(last.absent).toEqual([
      { kind: 'domain', object_id: domain_id },
      { kind: 'policy', object_id: policy_id },
    ]);
    expect(own(await desired('hk-1'), domain_id)).toBeUndefined();
    expect((await desired('hk-1', last.revision + 7)).since).toBe(0);
  });

  it('keeps a policy on a node while any domain there has it', async () => {
    const policy_id = world.policies.get('acme-root') ?? '';
    const [one, two] = [await served('one.example.com', ['sgp-1', 'hk-1']), await served('two.example.com', ['sgp-1'])];
    await world.call('DELETE', `${LIST}/${one}/nodes/sgp-1`, { as: 'acme-root' });
    expect([own(await desired('sgp-1'), one), own(await desired('sgp-1'), policy_id)?.kind]).toEqual([
      undefined,
      'policy',
    ]);
    await world.call('DELETE', `${LIST}/${two}`, { as: 'acme-root' });
    expect(own(await desired('sgp-1'), policy_id)).toBeUndefined();
    expect(own(await desired('hk-1'), policy_id)?.kind).toBe('policy');
  });

  it('leaves a locked node what it has', async () => {
    const domain_id = await served('locked.example.com', ['sgp-1', 'hk-1']);
    const path = `${LIST}/${domain_id}/nodes/sgp-1/lock`;
    await world.call('PATCH', path, { as: 'acme-root', body: { lock_status: 2 } });
    await world.call('PUT', `${LIST}/${domain_id}`, { as: 'acme-root', body: { mode: 4 } });
    expect(own(await desired('hk-1'), domain_id)?.number).toBe(2);
    expect(own(await desired('sgp-1'), domain_id)?.number).toBe(1);
  });

  it('is the own key of a node alone to read and to report on', async () => {
    for (const [method, path, body] of [
      ['GET', 'sgp-1/desired', undefined],
      ['GET', `sgp-1/artefacts/${'0'.repeat(64)}`, undefined],
      ['GET', `sgp-1/artefacts?hashes=${'0'.repeat(64)}`, undefined],
      ['POST', 'sgp-1/reports', { revision: 0, objects: [] }],
    ] as const) {
      expect((await asNode('hk-1', method, path, body)).status, path).toBe(403);
      for (const as of ['acme-root', 'acme-support']) {
        expect((await world.call(method, `/api/guard/nodes/${path}`, { as, body })).status, as).toBe(403);
      }
    }
    expect((await world.call('GET', '/api/guard/nodes/nowhere/desired', { as: 'admin' })).status).toBe(404);
  });

  it('leads to artefacts by their hash, of its own objects alone', async () => {
    const domain_id = await served('fetched.example.com', ['hk-1']);
    const { hash = '' } = own(await desired('hk-1'), domain_id) ?? {};
    const { content, ...artefact } = (await asNode('hk-1', 'GET', `hk-1/artefacts/${hash}`)).body.data;
    expect(artefact).toEqual({ kind: 'domain', object_id: domain_id, number: 1, hash });
    expect(JSON.parse(content)).toMatchObject({ domain: 'fetched.example.com', nodes: ['hk-1'] });
    expect((await asNode('sgp-1', 'GET', `sgp-1/artefacts/${hash}`)).status).toBe(404);
  });

  it('leads to a hundred artefacts together, of its own objects alone', async () => {
    const ids = [await served('together-1.example.com', ['hk-1']), await served('together-2.example.com', ['hk-1'])];
    const state = await desired('hk-1');
    const hashes = ids.map((id) => own(state, id)?.hash ?? '');
    const ask = (node_id: string, asked: readonly string[]) =>
      asNode(node_id, 'GET', `${node_id}/artefacts?hashes=${asked.join(',')}`);
    const namesOf = async (node_id: string, asked: readonly string[]) =>
      (await ask(node_id, asked)).body.data.list.map(({ content }: { content: string }) => JSON.parse(content).domain);
    const names = await namesOf('hk-1', [...hashes, ...hashes, 'f'.repeat(64)]);
    expect(names.sort()).toEqual(['together-1.example.com', 'together-2.example.com']);
    expect(await namesOf('sgp-1', hashes)).toEqual([]);
    const many = Array.from({ length: 101 }, (_, i) => String(i).padStart(64, '0'));
    for (const wrong of [['f'.repeat(63)], ['F'.repeat(64)], [''], many]) {
      const { status, body } = await ask('hk-1', wrong);
      expect([status, body.data.field], wrong[0]).toEqual([400, expect.stringMatching(/^hashes/)]);
    }
  });

  it('answers no more of them than go into a megabyte, and one in any case', async () => {
    const object_id = await served('large.example.com', ['hk-1']);
    const hashes = ['a'.repeat(64), 'b'.repeat(64)];
    const large = { kind: 'domain', object_id, label: '', ctime: 1, content: 'x'.repeat(1_200_000) };
    const rows = hashes.map((hash, i) => ({ ...large, hash, number: 100 + i }));
    await world.runtime.store.transaction((tx) => tx.insertInto('artefacts').values(rows).execute());
    const path = `hk-1/artefacts?hashes=${hashes.join(',')}`;
    const { list } = (await asNode('hk-1', 'GET', path)).body.data;
    expect(list).toMatchObject([{ hash: expect.toBeOneOf(hashes), content: large.content }]);
  });
});

describe('the truths of a domain', () => {
  it('are what it should run, what is rendered, and what nodes say', async () => {
    const domain_id = await world.created('acme-root', 'truth.example.com');
    expect(await deliveryOf(domain_id)).toEqual({ pending: 0, number: 0, changed_at: 0, nodes: [] });
    await world.judge('acme-support', domain_id, 4);
    const changed_at = expect.any(Number);
    expect(await deliveryOf(domain_id)).toEqual({ pending: 0, number: 1, changed_at, nodes: [] });
    expect((await releasesOf(domain_id))[0]?.nodes).toEqual({ running: 0, failed: 0, waiting: 0 });

    await world.call('PUT', `${LIST}/${domain_id}/nodes`, { as: 'acme-root', body: { node_ids: ['hk-1', 'sgp-1'] } });
    expect((await deliveryOf(domain_id)).nodes.map((node) => node.state)).toEqual(['waiting', 'waiting']);
    const state = await desired('hk-1');
    const all = state.artefacts.map(({ kind, object_id, number }) => ({
      kind,
      object_id,
      number,
      status: 'running',
      since: 7,
    }));
    expect((await report('hk-1', state.revision, all)).body.data).toEqual({ stored: all.length });
    const words = 'nginx: [emerg] host not found in upstream';
    const failed = { kind: 'domain', object_id: domain_id, number: 2, status: 'failed', message: words, since: 9 };
    await report('sgp-1', (await desired('sgp-1')).revision, [failed]);
    expect((await deliveryOf(domain_id)).nodes).toEqual([
      { node_id: 'hk-1', state: 'running', message: '', since: 7 },
      { node_id: 'sgp-1', state: 'failed', message: words, since: 9 },
    ]);
    const [last] = await releasesOf(domain_id);
    expect(last).toMatchObject({ id: '2', nodes: { running: 1, failed: 1, waiting: 0 } });
    expect((await read(`${domain_id}/releases/2`)).failures).toEqual([{ node_id: 'sgp-1', message: words, since: 9 }]);

    await report('sgp-1', 0, [{ ...failed, status: 'running', message: '' }]);
    expect((await releasesOf(domain_id))[0]?.nodes).toEqual({ running: 2, failed: 0, waiting: 0 });
    const beyond = { ...failed, number: 99 };
    expect((await report('hk-1', 0, [beyond, { ...failed, object_id: 'unknown' }])).body.data).toEqual({ stored: 0 });
  });

  it('has the releases of its policy among its own, each with what caused it', async () => {
    const domain_id = await served('mixed.example.com', ['hk-1']);
    const policy_id = world.policies.get('acme-root') ?? '';
    await rename(policy_id, 'Mixed');
    await world.call('PUT', `${LIST}/${domain_id}`, { as: 'acme-root', body: { mode: 4 } });
    const list = await releasesOf(domain_id);
    expect(list.map((one) => [one.kind, one.causes[0]?.action, one.causes[0]?.actor_name])).toEqual([
      ['domain', 'guard.domain.edit', 'acme-root'],
      ['policy', 'guard.policy.edit', 'acme-root'],
      ['domain', 'guard.domain.audit', 'acme-support'],
    ]);
    const id = list[1]?.id ?? '';
    expect(id).toBe(`policy.${policy_id}.${list[1]?.number}`);
    expect(await read(`${domain_id}/releases/${id}/diff`)).toMatchObject({ changes: { name: { new: 'Mixed' } } });
    const first = await world.call('GET', `${LIST}/${domain_id}/releases/policy.${policy_id}.1`, { as: 'acme-root' });
    expect(first.status).toBe(404);
    const foreign = world.policies.get('borealis-root');
    const other = await world.call('GET', `${LIST}/${domain_id}/releases/policy.${foreign}.1`, { as: 'acme-root' });
    expect(other.status).toBe(404);
  });
});

describe('the releases in force at a time', () => {
  const at = async (domain_id: string, time: number): Promise<string[]> =>
    (await read(`${domain_id}/releases?at=${time}`)).list.map((one: Release) => one.id);

  it('are the last of each object by then', async () => {
    const domain_id = await served('then.example.com', ['hk-1']);
    const policy_id = world.policies.get('acme-root') ?? '';
    await rename(policy_id, 'Then');
    await world.call('PUT', `${LIST}/${domain_id}`, { as: 'acme-root', body: { mode: 4 } });
    const [second, policy, first] = await releasesOf(domain_id);
    if (!second || !policy || !first) throw new Error('three releases');
    expect(await at(domain_id, first.ctime - 1)).toEqual([]);
    expect(await at(domain_id, first.ctime)).toContain('1');
    expect(await at(domain_id, second.ctime - 1)).toContain('1');
    expect(await at(domain_id, Date.now() + 1_000)).toEqual(['2', policy.id]);
    const other = await world.call('GET', `${LIST}/${domain_id}/releases?at=${Date.now()}`, { as: 'borealis-root' });
    expect(other.status).toBe(404);
    const bad = await world.call('GET', `${LIST}/${domain_id}/releases?at=then`, { as: 'acme-root' });
    expect([bad.status, bad.body.data.field]).toEqual([400, 'at']);
  });

  it('are unknown where the one that replaced another is no longer kept', async () => {
    const domain_id = await served('forgotten.example.com', ['hk-1']);
    for (const mode of [4, 1, 4]) await world.call('PUT', `${LIST}/${domain_id}`, { as: 'acme-root', body: { mode } });
    const [fourth, third, second] = await releasesOf(domain_id);
    if (!fourth || !third || !second) throw new Error('four releases');
    expect(await at(domain_id, third.ctime)).toEqual(['3']);
    expect(await at(domain_id, second.ctime)).toEqual(['2']);
    await report('hk-1', 0, [{ kind: 'domain', object_id: domain_id, number: 2, status: 'running', since: 1 }]);
    await world.runtime.store.transaction((tx) => deleteArtefacts(tx, Date.now() + 60_000, 500));
    expect((await releasesOf(domain_id)).map((one) => one.number)).toEqual([4, 2]);
    expect(await at(domain_id, third.ctime)).toEqual([]);
    expect(await at(domain_id, second.ctime)).toEqual([]);
    expect(await at(domain_id, fourth.ctime)).toEqual(['4']);
  });
});

describe('artefacts', () => {
  it('name every change that came together, and are made once for what is the same', async () => {
    const domain_id = await served('together.example.com', ['hk-1']);
    await world.call('PUT', `${LIST}/${domain_id}`, { as: 'acme-root', body: { mode: 4 } });
    await world.call('PUT', `${LIST}/${domain_id}`, { as: 'acme-root', body: { asset_name: 'not delivered' } });
    const list = await releasesOf(domain_id);
    expect(list.map((one) => one.number)).toEqual([2, 1]);
    expect(list[0]?.causes).toHaveLength(1);
    expect(list[0]?.changes).toMatchObject({ mode: { new: 4 } });
    expect(list[1]?.changes).toEqual({});
  });

  it('are deleted once nothing needs them, and their numbers go on', async () => {
    const domain_id = await served('old.example.com', ['hk-1']);
    for (const mode of [4, 1, 4]) await world.call('PUT', `${LIST}/${domain_id}`, { as: 'acme-root', body: { mode } });
    const numbers = async () => (await releasesOf(domain_id)).map((one) => one.number);
    const kept = await numbers();
    expect(kept).toEqual([4, 3, 2, 1]);
    const { store } = world.runtime;
    await report('hk-1', 0, [{ kind: 'domain', object_id: domain_id, number: 2, status: 'running', since: 1 }]);
    await store.transaction((tx) => deleteArtefacts(tx, Date.now() - 60_000, 500));
    expect(await numbers()).toEqual([4, 3, 2, 1]);
    await store.transaction((tx) => deleteArtefacts(tx, Date.now() + 60_000, 500));
    expect(await numbers()).toEqual([4, 2]);
    await world.call('PUT', `${LIST}/${domain_id}`, { as: 'acme-root', body: { mode: 1 } });
    expect(await numbers()).toEqual([5, 4, 2]);
  });
});

describe('absences', () => {
  it('are forgotten once their node has applied them and they are old', async () => {
    const domain_id = await served('absent.example.com', ['hk-1', 'fra-1']);
    await world.call('DELETE', `${LIST}/${domain_id}`, { as: 'acme-root' });
    const { store } = world.runtime;
    const linesOf = async () => {
      const own = world.db.selectFrom('desired').select('node_id').where('object_id', '=', domain_id);
      return (await own.orderBy('node_id').execute()).map((line) => line.node_id);
    };
    const forget = (before: number) => store.transaction((tx) => deleteAbsences(tx, before, 500));
    await forget(Date.now() + 60_000);
    expect(await linesOf()).toEqual(['fra-1', 'hk-1']);
    await report('hk-1', (await desired('hk-1')).revision, []);
    expect(await forget(Date.now() - 60_000)).toBe(0);
    expect(await linesOf()).toEqual(['fra-1', 'hk-1']);
    expect(await forget(Date.now() + 60_000)).toBeGreaterThan(0);
    expect(await linesOf()).toEqual(['fra-1']);
  });
});
