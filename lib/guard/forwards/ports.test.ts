import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectField, LIST } from '@/lib/guard/domains/testing';
import { type Forwards, startForwards } from './testing';

const TAKEN = 'err.guard.forward.port_on_node';

let world: Forwards;
let { domain_id, child_domain, create, edit, remove, made } = {} as Forwards;
beforeAll(async () => {
  world = await startForwards();
  ({ domain_id, child_domain, create, edit, remove, made } = world);
});
afterAll(() => world.close());

const nodesAt = (id: string) => `${LIST}/${id}/nodes`;
const assign = (id: string, node_ids: string[], as = 'acme-root') =>
  world.call('PUT', nodesAt(id), { as, body: { node_ids } });

async function served(domain: string, as = 'acme-root', node_ids = ['hk-1']) {
  const id = await world.created(as, domain);
  if (node_ids.length > 0) expect((await assign(id, node_ids, as)).status).toBe(200);
  return { domain, domain_id: id };
}

async function deleteAll(...domains: { domain_id: string }[]) {
  for (const { domain_id: id } of domains) await world.call('DELETE', `${LIST}/${id}`, { as: 'acme-root' });
}

describe('ports of a protocol', () => {
  it('are forwarded once in a domain, also in a race', async () => {
    const taken = 'err.guard.forward.port_taken';
    const port = world.nextPort();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ port })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(400)]);
    const refused = answers.find((answer) => answer.status === 400);
    expectField(refused as never, 'port', taken);
    expect(refused?.body.data.category).toBe('conflict');
    const udp = await made({ port, schema: 4 });
    expectField(await edit(udp.id, { schema: 3 }), 'port', taken);
    const other = await made({ port, domain_id: child_domain, domain: 'mail.example.com' });
    expectField(await edit(other.id, { domain_id }), 'port', taken);
    expectField(await create({ port, status: 1 }), 'port', taken);
    await remove(udp.id);
    expect((await create({ port, schema: 4 })).status).toBe(201);
  });

  it('are forwarded once on each node, whose domains those are, also in a race', async () => {
    const [first, second] = [await served('port-1.example.com'), await served('port-2.example.com')];
    const port = world.nextPort();
    const racers = await Promise.all([first, second].map((of) => create({ ...of, port })));
    expect(racers.map((answer) => answer.status).sort()).toEqual([201, 400]);
    const loser = racers[0]?.status === 400 ? first : second;
    const refused = await create({ ...loser, port });
    expectField(refused, 'port', TAKEN);
    expect(refused.body.data.category).toBe('conflict');
    expect(refused.body.message).toContain('hk-1');
    expect(refused.body.message).not.toContain('example.com');
    expect((await create({ ...loser, port, schema: 4 })).status).toBe(201);

    // A domain elsewhere may have the port, until it is to have the node too.
    const third = await served('port-3.example.com', 'acme-child', ['fra-1']);
    const own = await made({ ...third, port }, 'acme-child');
    expect((await edit(own.id, { describe: 'Mine' }, 'acme-child')).status).toBe(200);
    expectField(await assign(third.domain_id, ['fra-1', 'sgp-1', 'hk-1'], 'acme-child'), 'node_ids.2', TAKEN);
    expectField(await edit(own.id, { ...loser }), 'port', TAKEN);
    const sync = await world.call('POST', `${LIST}/nodes/sync`, { as: 'acme-child' });
    expect(sync.status).toBe(200);
    const { list: got } = (await world.call('GET', nodesAt(third.domain_id), { as: 'acme-child' })).body.data;
    expect(got.map((node: { node_id: string }) => node.node_id)).toEqual(['fra-1', 'sgp-1']);
    await deleteAll(first, second, third);
  });

  it('go with a forward to another domain, also one on the same node', async () => {
    const [first, second] = [await served('port-8.example.com'), await served('port-9.example.com', 'acme-child')];
    const { id, port } = await made(first);
    const moved = await edit(id, second);
    expect(moved.body).toMatchObject({ code: 0, data: { id, ...second, port, user_name: 'acme-child' } });
    expectField(await create({ ...first, port }), 'port', TAKEN);
    const udp = await made({ ...first, port, schema: 4 });
    expectField(await edit(udp.id, { ...second, schema: 3 }), 'port', 'err.guard.forward.port_taken');
    const other = await made(first);
    expectField(await edit(other.id, { ...second, port }), 'port', 'err.guard.forward.port_taken');
    expect((await edit(id, { ...first, schema: 4, port: other.port })).body.data).toMatchObject({
      ...first,
      schema: 4,
    });
    await deleteAll(first, second);
  });

  it('and a node that come at once are not both taken', async () => {
    const [fourth, fifth] = [await served('port-4.example.com', 'acme-root', []), await served('port-5.example.com')];
    const late = world.nextPort();
    await made({ ...fourth, port: late });
    const both = await Promise.all([assign(fourth.domain_id, ['hk-1']), create({ ...fifth, port: late })]);
    expect(both.map((answer) => answer.status < 400).sort()).toEqual([false, true]);
    await deleteAll(fourth, fifth);
  });

  it('are given to one domain alone where a synchronisation would give a node to two', async () => {
    const twins = [
      await served('port-6.example.com', 'acme-child', []),
      await served('port-7.example.com', 'acme-child', []),
    ];
    for (const twin of twins) await made({ ...twin, port: 4000 }, 'acme-child');
    expect((await world.call('POST', `${LIST}/nodes/sync`, { as: 'acme-child' })).body.data.added).toBe(3);
    await deleteAll(...twins);
  });
});
