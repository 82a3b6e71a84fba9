import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Domains, LIST, startDomains } from './testing';
import { domainCounts } from './visibility';

let world: Domains;
beforeAll(async () => {
  world = await startDomains();
});
afterAll(() => world.close());

const READERS = ['acme-support', 'acme-root', 'acme-child', 'acme-other', 'borealis-support'];
const OWNERS = ['acme-root', 'acme-child', 'acme-other'];

const page = async (as: string, query: string) => (await world.call('GET', `${LIST}?${query}`, { as })).body.data;

/** How many each reader sees in each state, by paging through the list and by its total. */
async function seen(as: string, audit_status: number): Promise<[number, number]> {
  const { list, total } = await page(as, `audit_status=${audit_status}&size=100`);
  return [list.length, total];
}

const step = fc.oneof(
  fc.record({ does: fc.constant('create' as const), who: fc.constantFrom(...OWNERS) }),
  fc.record({ does: fc.constant('judge' as const), at: fc.nat(), audit_status: fc.constantFrom(2, 3, 4) }),
  fc.record({ does: fc.constant('reapply' as const), at: fc.nat() }),
  fc.record({ does: fc.constant('delete' as const), at: fc.nat() }),
);

it('totals stay what the list has, whatever was created, judged and deleted in between', async () => {
  const elsewhere = domainCounts(world.db);
  let n = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const one of steps) {
        const domains = await world.db.selectFrom('domains').select('domain_id').orderBy('domain_id').execute();
        const id = 'at' in one ? domains[one.at % Math.max(1, domains.length)]?.domain_id : undefined;
        if (one.does === 'create') await world.created(one.who, `counted-${n++}.example.com`);
        else if (!id) continue;
        else if (one.does === 'judge') await world.judge('acme-support', id, one.audit_status);
        else if (one.does === 'reapply') await world.call('POST', `${LIST}/${id}/reapply`, { as: 'acme-support' });
        else await world.call('DELETE', `${LIST}/${id}`, { as: 'acme-support' });
      }
      for (const as of READERS) {
        const states = await Promise.all([1, 2, 3, 4].map((audit_status) => seen(as, audit_status)));
        for (const [listed, total] of states) expect(total, as).toBe(listed);
        const all = states.reduce((sum, [listed]) => sum + listed, 0);
        expect((await page(as, '')).total, as).toBe(all);
      }
      const { user_id } = await world.db
        .selectFrom('users')
        .select('user_id')
        .where('user_name', '=', 'acme-child')
        .executeTakeFirstOrThrow();
      const counts = await elsewhere({ oem_id: 'acme', tier: 'user', user_id });
      expect([...counts.values()].reduce((a, b) => a + b, 0)).toBe((await page('acme-child', '')).total);
    }),
    { numRuns: 8 },
  );
});

it('every page has its rows, in one order, from either end', async () => {
  const all: string[] = [];
  for (let i = 0; i < 9; i++) all.unshift(await world.created('borealis-root', `paged-${i}.example.com`));
  const ids = async (query: string) =>
    (await page('borealis-root', query)).list.map((row: { domain_id: string }) => row.domain_id);
  expect(await ids('size=100')).toEqual(all);
  for (const size of [1, 2, 4, 9]) {
    for (let from = 0, number = 1; from < all.length; from += size, number++) {
      expect(await ids(`size=${size}&page=${number}`), `${size} ${number}`).toEqual(all.slice(from, from + size));
    }
  }
  expect(await ids('size=4&page=4')).toEqual([]);
  expect(await ids('size=100&page=999999')).toEqual([]);
  expect(await ids('size=2&page=2&keyword=PAGED-&audit_status=1')).toEqual(all.slice(2, 4));
});
