import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Domains, startDomains } from '@/lib/guard/domains/testing';
import { ProvidedPlan } from '@/lib/plan/plans/contract';
import { grantPlan } from '@/lib/plan/plans/grants';
import { providePlan } from '@/lib/plan/plans/repository';
import { idOf } from '@/test/sign-in';
import { jobs } from '../store/jobs';
import { accepted } from '../testing/accept';
import { batchOf } from '../testing/batch';
import { domainsOfTenant, keptDays, listRetention, ownRetention } from './repository';

const DAY = 86_400_000;

let parapet: Domains;
beforeAll(async () => {
  parapet = await startDomains();
});
afterAll(() => parapet.close());

it('requests of a tenant go by its own time, those of others by that of all', async () => {
  const { runtime } = parapet;
  const shop = await parapet.created('acme-root', 'shop.example.com');
  const branch = await parapet.created('acme-child', 'branch.example.com');
  const other = await parapet.created('acme-other', 'other.example.com');
  const event = (domain_id: string, days: number) =>
    accepted({ time: Date.now() - days * DAY, request_id: `${domain_id}-${days}` }, () => ({
      oem_id: 'acme',
      domain_id,
    }));
  const events = [shop, branch, other].flatMap((domain_id) => [1, 5, 20, 40].map((days) => event(domain_id, days)));
  await runtime.analytics.store.insert([batchOf(events)]);
  const root = await idOf(parapet, 'acme-root');
  await runtime.store.transaction((tx) =>
    tx.insertInto('event_retention').values({ user_id: root, keep_events_days: 7 }).execute(),
  );

  const [forget] = jobs;
  await forget?.run({ runtime, signal: new AbortController().signal, now: Date.now() } as never, {} as never);
  const left = await runtime.analytics.store.query('SELECT domain_id, count(*)::DOUBLE AS n FROM events GROUP BY ALL');
  expect(Object.fromEntries(left.map(({ domain_id, n }) => [domain_id, n]))).toEqual({
    [shop]: 2,
    [branch]: 2,
    [other]: 4,
  });

  expect((await domainsOfTenant(runtime.store.read, root)).sort()).toEqual([shop, branch].sort());
  const scopeOf = async (name: string) => ({ oem_id: 'acme', user_id: await idOf(parapet, name) });
  const { read } = runtime.store;
  const days = async (name: string, tier: 'platform' | 'root' | 'user') =>
    ownRetention(read, runtime.config, { ...(await scopeOf(name)), tier });
  const all = runtime.config.KEEP_EVENTS_DAYS;
  expect(await days('acme-root', 'root')).toBe(7);
  expect(await days('acme-child', 'user')).toBe(7);
  expect(await days('acme-other', 'root')).toBe(all);
  expect(await days('acme-support', 'platform')).toBe(all);
});

it('keeps requests as long as the plan says, where nothing else says less', async () => {
  const { store, config } = parapet.runtime;
  const [root, other] = [await idOf(parapet, 'acme-root'), await idOf(parapet, 'acme-other')];
  const grant = (user_id: string, event_days: number) =>
    store.transaction(async (tx) => {
      const plan_id = `days-${event_days}`;
      await providePlan(tx, ProvidedPlan.parse({ plan_id, name: plan_id, prod_type: 2, content: { event_days } }), 1);
      await grantPlan(tx, { user_id, plan_id, ctime: 1 });
    });
  const kept = (user_id: string, more: object = {}) => keptDays(store.read, { ...config, ...more }, user_id);
  const listed = async (more: object = {}) =>
    Object.fromEntries(
      (await listRetention(store.read, { ...config, ...more })).map((row) => [row.user_id, row.keep_events_days]),
    );

  await grant(root, 30);
  await grant(other, 5);
  expect([await kept(root), await kept(other)]).toEqual([7, 5]);
  expect(await listed()).toEqual({ [root]: 7, [other]: 5 });
  await grant(root, 3);
  expect(await kept(root)).toBe(3);
  expect(await listed({ KEEP_EVENTS_DAYS: 4 })).toEqual({ [root]: 3 });
  expect(await kept(root, { PLAN_QUOTAS: false })).toBe(7);
  expect(await listed({ PLAN_QUOTAS: false })).toEqual({ [root]: 7 });
});

it('requests of a domain go with it, also where their store cannot be reached when it is deleted', async () => {
  const { runtime } = parapet;
  const domain_id = await parapet.created('acme-root', 'gone.example.com');
  await runtime.analytics.store.insert([
    batchOf([accepted({ time: Date.now(), request_id: 'gone' }, () => ({ oem_id: 'acme', domain_id }))]),
  ]);
  const away = vi.spyOn(runtime.analytics.store, 'forgetDomain').mockRejectedValueOnce(new Error('it is away'));
  expect((await parapet.call('DELETE', `/api/guard/domains/${domain_id}`, { as: 'acme-root' })).status).toBe(200);
  const left = () => runtime.analytics.store.query(`SELECT event_id FROM events WHERE domain_id = '${domain_id}'`);
  await expect.poll(left).toEqual([]);
  expect(away).toHaveBeenCalledTimes(2);
});
