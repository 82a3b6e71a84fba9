import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, startDomains } from '@/lib/guard/domains/testing';
import { freeAll } from '@/lib/jobs/queue';
import { begin, goOn } from '@/lib/jobs/steps';
import { insertRows } from './ip-repository';
import { addresses, IPS, type ListCalls, listCalls, SETS } from './testing';
import { FILLING } from './vocabulary';

let world: Domains;
let lists: ListCalls;
beforeAll(async () => {
  world = await startDomains();
  lists = listCalls(world);
});
afterAll(() => world.close());

const MANY = 10_000;
const [FIRST = '', SECOND = ''] = addresses(2);
const inPairs = (some: readonly string[]) => some.map((ip_addr) => ({ ip_addr }));

const rowsOf = async (id: number) =>
  (await world.db.selectFrom('ip_set_ips').select('id').where('ipset_id', '=', id).execute()).map((row) => row.id);

/** Does what a process did that was killed in the middle of filling a list; answers ids that were never answered. */
function killedWhileFilling(id: number, ...some: string[]): Promise<number[]> {
  return world.runtime.store.transaction(async (tx) => {
    await begin(tx, FILLING, String(id));
    const { last_place } = await tx
      .selectFrom('ip_sets')
      .select('last_place')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const rows = some.map((ip_addr, i) => ({ ip_addr, status: 1, place: last_place + 1 + i }));
    return insertRows(tx, id, rows, 1_000);
  });
}

/** What a start does on the embedded store, and the end of a lease on the other. */
async function leaseEnds(): Promise<void> {
  await world.runtime.store.transaction(freeAll);
  world.runtime.jobs.wake(FILLING);
}

describe('what a killed process left of a call', () => {
  it('is in the list for nobody', async () => {
    const policy_id = world.policies.get('acme-root') ?? '';
    const { id } = await lists.created('acme-root', { policy_id });
    await lists.added('acme-root', id, '203.0.113.200');
    const [unseen] = await killedWhileFilling(id, FIRST, SECOND);
    const get = async (path: string) => (await world.call('GET', path, { as: 'acme-root' })).body.data;
    expect((await lists.ips('acme-root', id)).list.map((ip) => ip.ip_addr)).toEqual(['203.0.113.200']);
    expect(await lists.ips('acme-root', id, `keyword=${FIRST}`)).toMatchObject({ list: [], total: 0 });
    expect(await lists.read('acme-root', id)).toMatchObject({ count: 1, enable_count: 1 });
    expect(await get(`/api/guard/bwlist/search?ip=${FIRST}`)).toMatchObject({ list: [], total: 0 });
    expect((await world.call('DELETE', `${IPS}/${unseen}`, { as: 'acme-root' })).status).toBe(404);
    const body = { ips: [FIRST, '203.0.113.200'] };
    const known = await world.call('POST', `${SETS}/${id}/ips/batch/known`, { as: 'acme-root', body });
    expect(known.body.data).toEqual([expect.objectContaining({ ip_addr: '203.0.113.200' })]);
    const file = await world.call('GET', `${SETS}/${id}/ips/export`, { as: 'acme-root' });
    expect(file.body).toBe('203.0.113.200\n');
    await leaseEnds();
  });

  it('is taken back before the list takes another change, which comes at the same places', async () => {
    const { id } = await lists.created('acme-root');
    const unseen = await killedWhileFilling(id, ...addresses(700));
    const adding = lists.addBatch('acme-root', id, inPairs([SECOND, FIRST]));
    await leaseEnds();
    const { status, body } = await adding;
    expect([status, body.data.length]).toEqual([201, 2]);
    expect(await rowsOf(id)).toEqual(body.data);
    expect(unseen).not.toContain(body.data[0]);
    expect((await lists.ips('acme-root', id)).list.map((ip) => ip.ip_addr)).toEqual([FIRST, SECOND]);
  });

  it('goes with its list', async () => {
    const { id } = await lists.created('acme-root');
    await killedWhileFilling(id, ...addresses(700));
    expect((await world.call('DELETE', `${SETS}/${id}`, { as: 'acme-root' })).status).toBe(200);
    await leaseEnds();
    await world.runtime.jobs.settled();
    expect(await rowsOf(id)).toEqual([]);
  });

  it('is taken back by one process alone: who lost the lease adds nothing more', async () => {
    const { id } = await lists.created('acme-root');
    const { store } = world.runtime;
    const steps = await store.transaction((tx) => begin(tx, FILLING, String(id)));
    await store.transaction((tx) => goOn(tx, steps));
    await leaseEnds();
    await expect(store.transaction((tx) => goOn(tx, steps))).rejects.toThrow('the lease was lost');
  });
});

describe('a call of many', () => {
  it('beside other changes of the list leave its counts right and each address once', async () => {
    const { id } = await lists.created('acme-root');
    const [first] = await lists.added('acme-root', id, '203.0.113.1');
    const large = [0, 500, 1_000].map((from) => lists.addBatch('acme-root', id, inPairs(addresses(2_000, from))));
    const answers = await Promise.all([
      ...large,
      lists.addBatch('acme-root', id, inPairs(addresses(300, 2_900))),
      lists.add('acme-root', id, { ip_addr: '203.0.113.2' }),
      world.call('DELETE', `${IPS}/${first}`, { as: 'acme-root' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 200]);
    expect(await lists.read('acme-root', id)).toMatchObject({ count: 3_201, enable_count: 3_201, unable_count: 0 });
    expect(await rowsOf(id)).toHaveLength(3_201);
    expect(answers.slice(0, 4).flatMap(({ body }) => body.data)).toHaveLength(3_200);
  });

  it('leave nothing where the list is deleted before their end', async () => {
    const { id } = await lists.created('acme-root');
    const { store } = world.runtime;
    const { transaction } = store;
    let count = 0;
    store.transaction = async (work) => {
      count += 1;
      if (count === 5) await transaction((tx) => tx.deleteFrom('ip_sets').where('id', '=', id).execute());
      return transaction(work);
    };
    const answer = await lists.addBatch('acme-root', id, inPairs(addresses(MANY)));
    store.transaction = transaction;
    expect(answer.status).toBe(404);
    await expect.poll(() => rowsOf(id)).toEqual([]);
    const left = world.db.selectFrom('jobs').select('id').where('kind', '=', FILLING);
    await expect.poll(() => left.execute()).toEqual([]);
  });
});
