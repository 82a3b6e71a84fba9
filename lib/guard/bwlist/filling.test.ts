import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StoreFailure } from '@/lib/db/dialect';
import { type Domains, startDomains } from '@/lib/guard/domains/testing';
import { freeAll } from '@/lib/jobs/queue';
import { begin, goOn, isUnderWay } from '@/lib/jobs/steps';
import { makeTrue, markIps } from './ip-marks';
import { countChanged, findIps, insertRows } from './ip-repository';
import { GONE } from './tables';
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

describe('a call in the middle of which the store takes no write any more', () => {
  it('leaves the list to others as soon as there is room again, not when its lease ends', async () => {
    const { id } = await lists.created('acme-root');
    const { store } = world.runtime;
    const underWay = () => isUnderWay(store.read, FILLING, String(id));
    const transaction = store.transaction.bind(store);
    let isFull = false;
    const disk = vi.spyOn(store, 'transaction').mockImplementation(async (work) => {
      if (isFull) throw new StoreFailure('the disk is full');
      const done = await transaction(work);
      isFull = await underWay();
      return done;
    });
    const { status } = await lists.addBatch('acme-root', id, inPairs(addresses(1_200)));
    expect([status, await underWay()]).toEqual([503, true]);
    disk.mockRestore();
    await vi.waitFor(async () => expect(await underWay()).toBe(false), 5_000);
    expect(await rowsOf(id)).toEqual([]);
  });
});

/** Does what a process did that was killed while it marked addresses, or right after it had made that true. */
function killedWhileChanging(id: number, ids: readonly number[], next: number, isTrue: boolean): Promise<void> {
  return world.runtime.store.transaction(async (tx) => {
    await begin(tx, FILLING, String(id));
    const set = await tx.selectFrom('ip_sets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const rows = await findIps(tx, id, ids);
    await markIps(tx, rows, next);
    if (!isTrue) return;
    await countChanged(tx, set, rows, next, 2_000_000_000_000);
    await makeTrue(tx, id, 2_000_000_000_000);
  });
}

/** What everybody sees of a list, by each way to it. */
async function seen(id: number) {
  const get = async (path: string) => (await world.call('GET', path, { as: 'acme-root' })).body;
  const shown = (list: readonly { ip_addr: string; status: boolean }[]) => list.map((ip) => [ip.ip_addr, ip.status]);
  const known = await world.call('POST', `${SETS}/${id}/ips/batch/known`, {
    as: 'acme-root',
    body: { ips: [FIRST, SECOND] },
  });
  const search = await get(`/api/guard/bwlist/search?ip=${FIRST}`);
  const containing: { ipset_id: number; status: boolean }[] = search.data.list;
  const { count, enable_count, unable_count } = await lists.read('acme-root', id);
  return {
    counts: [count, enable_count, unable_count],
    page: shown((await lists.ips('acme-root', id)).list),
    found: shown((await lists.ips('acme-root', id, `keyword=${FIRST}`)).list),
    disabled: shown((await lists.ips('acme-root', id, 'status=false')).list),
    file: await get(`${SETS}/${id}/ips/export`),
    known: known.body.data.map((ip: { ip_addr: string }) => ip.ip_addr),
    containing: containing.filter((row) => row.ipset_id === id).map((row) => row.status),
  };
}

describe('what a killed process marked', () => {
  async function marked(next: number, isTrue: boolean) {
    const { id } = await lists.created('acme-root');
    const [first = 0] = await lists.added('acme-root', id, FIRST, SECOND);
    const before = await seen(id);
    await killedWhileChanging(id, [first], next, isTrue);
    const between = await seen(id);
    await leaseEnds();
    await world.runtime.jobs.settled();
    const after = await seen(id);
    const left = world.db.selectFrom('ip_set_ips').select('id').where('ipset_id', '=', id);
    expect(await left.where('next_status', 'is not', null).execute()).toEqual([]);
    await world.call('DELETE', `${SETS}/${id}`, { as: 'acme-root' });
    return { before, between, after };
  }

  it.each([GONE, 0])('(%s) is seen by nobody before the end, and taken back', async (next) => {
    const { before, between, after } = await marked(next, false);
    expect(between).toEqual(before);
    expect(after).toEqual(before);
  });

  it('is deleted for everybody once the call came to its end', async () => {
    const { between, after } = await marked(GONE, true);
    expect(between).toEqual({
      ...{ counts: [1, 1, 0], page: [[SECOND, true]], found: [], disabled: [] },
      ...{ file: `${SECOND}\n`, known: [SECOND], containing: [] },
    });
    expect(after).toEqual(between);
  });

  it('is disabled for everybody once the call came to its end', async () => {
    const { between, after } = await marked(0, true);
    expect(between).toMatchObject({
      ...{ counts: [2, 1, 1], found: [[FIRST, false]], disabled: [[FIRST, false]], containing: [false] },
      page: [
        [SECOND, true],
        [FIRST, false],
      ],
    });
    expect(after).toEqual(between);
  });
});

describe('a call of many', () => {
  it('that switches or deletes is seen whole or not at all, and once recorded', async () => {
    const { id } = await lists.created('acme-root');
    const { data: ids } = (await lists.addBatch('acme-root', id, inPairs(addresses(3_500)))).body;
    const post = (verb: string, body: object) =>
      world.call('POST', `${SETS}/${id}/ips/batch/${verb}`, { as: 'acme-root', body });
    const states = new Set<string>();
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const { count, enable_count } = await lists.read('acme-root', id);
        const { total } = await lists.ips('acme-root', id, 'status=true');
        if (total === enable_count) states.add(`${count} ${enable_count}`);
        else states.add(`${count}: ${enable_count} or ${total}`);
      }
    })();
    expect((await post('status', { ip_ids: ids.slice(0, 2_500), status: false })).body.data).toEqual({
      changed: 2_500,
    });
    expect((await post('status', { ip_ids: ids.slice(0, 2_600), status: false })).body.data).toEqual({ changed: 100 });
    expect((await post('delete', { ip_ids: [...ids.slice(500), 999_999_999] })).body.data).toEqual({ deleted: 3_000 });
    expect((await post('delete', { ip_ids: ids.slice(500) })).status).toBe(404);
    isOver = true;
    await watching;
    const whole = ['3500 3500', '3500 1000', '3500 900', '500 0'];
    for (const state of states) {
      const [, counted, total] = /: (\d+) or (\d+)/.exec(state) ?? [];
      // The two readings are not at one moment, but each is of a whole state.
      const read = counted ? [counted, total] : [state.split(' ')[1]];
      for (const n of read)
        expect(
          whole.map((one) => one.split(' ')[1]),
          state,
        ).toContain(n);
    }
    expect(await lists.read('acme-root', id)).toMatchObject({ count: 500, enable_count: 0, unable_count: 500 });
    expect((await lists.addBatch('acme-root', id, inPairs(addresses(3_500)))).body.data).toHaveLength(3_000);
    expect(await rowsOf(id)).toHaveLength(3_500);
  });

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
