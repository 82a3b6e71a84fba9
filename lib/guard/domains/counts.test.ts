import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addManyDomains } from '@/test/many-domains';
import { listDomains, updateDomain } from './repository';
import { MOST_SEARCHED, search, searchedDomains } from './search';
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

const renaming = fc.record({
  does: fc.constant('rename' as const),
  at: fc.nat(),
  asset_name: fc.constantFrom('', 'Käse 50%', '商城_a'),
});
const step = fc.oneof(
  fc.record({ does: fc.constant('create' as const), who: fc.constantFrom(...OWNERS) }),
  fc.record({ does: fc.constant('judge' as const), at: fc.nat(), audit_status: fc.constantFrom(2, 3, 4) }),
  fc.record({ does: fc.constant('reapply' as const), at: fc.nat() }),
  fc.record({ does: fc.constant('delete' as const), at: fc.nat() }),
  fc.record({
    does: fc.constant('rename' as const),
    at: fc.nat(),
    asset_name: fc.constantFrom('', 'Käse 50%', '商城_a'),
  }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
let n = 0;

async function take(one: Step): Promise<void> {
  if (one.does === 'create') return void (await world.created(one.who, `counted-${n++}.example.com`));
  const domains = await world.db.selectFrom('domains').select('domain_id').orderBy('domain_id').execute();
  const id = domains[one.at % Math.max(1, domains.length)]?.domain_id;
  if (!id) return;
  const as = 'acme-support';
  if (one.does === 'judge') await world.judge(as, id, one.audit_status);
  else if (one.does === 'reapply') await world.call('POST', `${LIST}/${id}/reapply`, { as });
  else if (one.does === 'rename')
    await world.call('PUT', `${LIST}/${id}`, { as, body: { asset_name: one.asset_name } });
  else await world.call('DELETE', `${LIST}/${id}`, { as });
}

it('totals stay what the list has, whatever was created, judged and deleted in between', async () => {
  const elsewhere = domainCounts();
  const child = await world.scopeOf('acme-child', 'user');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const one of steps) await take(one);
      for (const as of READERS) {
        const states = await Promise.all([1, 2, 3, 4].map((audit_status) => seen(as, audit_status)));
        for (const [listed, total] of states) expect(total, as).toBe(listed);
        const all = states.reduce((sum, [listed]) => sum + listed, 0);
        expect((await page(as, '')).total, as).toBe(all);
      }
      const counts = await elsewhere(world.db, child);
      expect([...counts.values()].reduce((a, b) => a + b, 0)).toBe((await page('acme-child', '')).total);
    }),
    { numRuns: 8 },
  );
});

const KEYWORDS = [
  'counted-',
  'COUNTED-1',
  'käse',
  'KÄSE',
  '50%',
  '%',
  '_',
  '商',
  '城_Ａ',
  '\\',
  'example.com',
  'nowhere',
];

it('a search of cached names finds what the store does, whatever was changed in between', async () => {
  const elsewhere = searchedDomains();
  const { db } = world;
  const scopes = [
    await world.scopeOf('acme-root', 'root'),
    await world.scopeOf('acme-child', 'user'),
    await world.scopeOf('acme-support', 'platform'),
  ];
  const cached = { domainCounts: domainCounts(), searchedDomains: elsewhere };
  const tooMany = { ...cached, domainCounts: async () => new Map([[1, MOST_SEARCHED + 1]]) };
  let matches = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(renaming, step, renaming),
      fc.constantFrom(undefined, 1, 4),
      fc.integer({ min: 1, max: 3 }),
      async (steps, audit_status, number) => {
        await world.created('acme-child', `counted-${n++}.example.com`);
        for (const one of steps) await take(one);
        for (const scope of scopes) {
          for (const keyword of KEYWORDS) {
            const params = { keyword, audit_status, page: number, size: 3 };
            const found = await listDomains(db, scope, params, cached);
            expect(found, keyword).toEqual(await listDomains(db, scope, params, tooMany));
            matches += found.list.length;
          }
        }
      },
    ),
    { numRuns: 12 },
  );
  expect(matches).toBeGreaterThan(0);
});

it('a search sees every one of thousands of changes since the last', async () => {
  const { db, runtime } = world;
  await addManyDomains(runtime.store, [{ user_name: 'acme-other', domains: 1_500, policies: 1, certs: 0 }]);
  const scope = await world.scopeOf('acme-other', 'user');
  const cached = searchedDomains();
  const ids = async (keyword: string) => search(await cached(db, scope), keyword).length;
  const before = await ids('stores');
  const rows = await db.selectFrom('domains').selectAll().where('user_id', '=', scope.user_id).execute();
  const rename = (some: typeof rows, asset_name: string) =>
    runtime.store.transaction(async (tx) => {
      for (const row of some) await updateDomain(tx, row, { ...row, asset_name });
    });
  for (const [count, asset_name] of [
    [900, 'some'],
    [1_100, 'more'],
    [1_500, 'all'],
    [3, 'few'],
  ] as const) {
    await rename(rows.slice(0, count), `${asset_name} of them`);
    expect(await ids(`${asset_name} OF them`)).toBe(count);
    expect(await ids('stores')).toBe(before);
  }
  expect(await ids('all of them')).toBe(1_500 - 3);
}, 60_000);

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
