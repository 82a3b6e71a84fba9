import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addresses, listCalls } from '@/lib/guard/bwlist/testing';
import { ACL, type Rules, startRules } from '@/lib/guard/rules/testing';

const MANY = 30_000;
const TIMES = 8;
const ADDRESS = '192.0.2.77';

let world: Rules;
beforeAll(async () => {
  world = await startRules();
  const { store } = world.runtime;
  const policy_id = await world.policy('acme-root', 'with very many rules');
  await world.rulesOf(ACL, policy_id).create();
  const calls = listCalls(world);
  const { id } = await calls.created('acme-root');
  await calls.added('acme-root', id, ADDRESS, ...addresses(1));
  const copies = {
    acl_rules: { own: ['rule_id'], of: sql`policy_id = ${policy_id}` },
    ip_sets: { own: ['id'], of: sql`id = ${id}` },
    ip_set_ips: { own: ['id', 'ipset_id'], of: sql`ipset_id = ${id} and ip_addr = ${ADDRESS}` },
  } as const;
  for (const [table, { own, of }] of Object.entries(copies)) {
    const one = await sql<object>`select * from ${sql.table(table)} where ${of}`.execute(store.read);
    const others = Object.keys(one.rows[0] ?? {}).filter((column) => !(own as readonly string[]).includes(column));
    const columns = sql.join([...own, ...others].map((column) => sql.ref(column)));
    const values = sql.join([
      ...own.map((column) => sql`one.${sql.ref(column)} + i`),
      ...others.map((column) => sql.ref(column)),
    ]);
    await store.transaction((tx) =>
      sql`insert into ${sql.table(table)} (${columns})
        with recursive n(i) as (select 1000 union all select i + 1 from n where i < ${sql.lit(MANY + 1_000)})
        select ${values} from n cross join (select * from ${sql.table(table)} where ${of}) as one`.execute(tx),
    );
  }
}, 60_000);
afterAll(() => world.close());

/** How long an answer took, and how long the thread that answers was kept by one thing meanwhile, in ms: the least of several. */
async function whileAsked(path: (i: number) => string): Promise<{ kept: number; took: number }> {
  let last = performance.now();
  let longest = 0;
  const ticks = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const kept: number[] = [];
  const took: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    longest = 0;
    const began = performance.now();
    const { status, body } = await world.call('GET', path(i), { as: 'acme-root' });
    took.push(performance.now() - began);
    kept.push(longest);
    expect(status).toBe(200);
    expect(body.data.total).toBeGreaterThanOrEqual(MANY);
  }
  clearInterval(ticks);
  return { kept: Math.min(...kept), took: Math.min(...took) };
}

it.each([
  ['rules', (i: number) => `/api/guard/rules/search?page=${i + 1}`],
  ['lists that contain an address', (i: number) => `/api/guard/bwlist/search?ip=${ADDRESS}&page=${i + 1}`],
])('searching very many %s leaves the thread that answers to others', async (_, path) => {
  const { kept, took } = await whileAsked(path);
  process.stdout.write(`an answer takes ${took.toFixed(1)} ms, the thread is kept for ${kept.toFixed(1)} ms\n`);
  expect(kept).toBeLessThan(took / 2);
});
