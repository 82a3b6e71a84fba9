import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Domains, startDomains } from '@/lib/guard/domains/testing';
import { idOf } from '@/test/sign-in';
import { jobs } from '../store/jobs';
import { accepted } from '../testing/accept';
import { batchOf } from '../testing/batch';
import { domainsOfTenant, ownRetention } from './repository';

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
  await forget?.run({ runtime, signal: new AbortController().signal } as never, {} as never);
  const left = await runtime.analytics.store.query('SELECT domain_id, count(*)::DOUBLE AS n FROM events GROUP BY ALL');
  expect(Object.fromEntries(left.map(({ domain_id, n }) => [domain_id, n]))).toEqual({
    [shop]: 2,
    [branch]: 2,
    [other]: 4,
  });

  expect((await domainsOfTenant(runtime.store.read, root)).sort()).toEqual([shop, branch].sort());
  const scopeOf = async (name: string) => ({ oem_id: 'acme', user_id: await idOf(parapet, name) });
  const days = async (name: string, tier: 'platform' | 'root' | 'user') =>
    ownRetention(runtime.store.read, { ...(await scopeOf(name)), tier });
  expect(await days('acme-root', 'root')).toBe(7);
  expect(await days('acme-child', 'user')).toBe(7);
  expect(await days('acme-other', 'root')).toBeUndefined();
  expect(await days('acme-support', 'platform')).toBeUndefined();
});
