import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findByName, rolesOf } from '@/lib/auth/identity';
import { fitsPassword } from '@/lib/auth/password';
import { readConfig } from '@/lib/config/env';
import { allPlans } from '@/lib/plan/plans/repository';
import { openRuntime, type Runtime } from '@/lib/runtime/runtime';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-provision-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const base = {
  oems: [{ oem_id: 'acme', name: 'Acme', hostnames: ['acme.test'] }],
  users: [
    { user_name: 'root', password: 'first secret', oem_id: 'acme', role_ids: [10] },
    { user_name: 'child', password: 'first secret', oem_id: 'acme', parent: 'root' },
  ],
};

const subscribed = (user_name: string, plan_id: string, oem_id = 'acme') => ({
  ...base,
  plans: [{ plan_id: 'p', name: 'P', prod_type: 2 }],
  subscriptions: [{ oem_id, user_name, plan_id }],
});

/** One start with this file; the embedded store of the folder stays between starts. */
async function start(file: object, look: (runtime: Runtime) => Promise<void> = async () => {}) {
  const provision = path.join(folder, 'provision.json');
  writeFileSync(provision, JSON.stringify(file));
  const env = { DATA_DIR: path.join(folder, 'data'), PROVISION_FILE: provision, ADMIN_PASSWORD: 'admin secret' };
  const runtime = await openRuntime(readConfig({ ...env, NODE_ENV: 'test', LOG_LEVEL: 'fatal' }));
  try {
    await look(runtime);
  } finally {
    await runtime.close();
  }
}

describe('the provisioning file', () => {
  it('is applied again at each start; people keep the password they have', async () => {
    await start(base);
    const [root, child] = base.users;
    const again = { ...base, users: [{ ...root, password: 'second secret', nick_name: 'Boss' }, child] };
    await start(again, async ({ store, oemOf }) => {
      const user = await findByName(store.read, 'acme', 'ROOT');
      expect(user?.nick_name).toBe('Boss');
      expect(await fitsPassword(user?.password_hash ?? '', 'first secret')).toBe(true);
      expect(await fitsPassword(user?.password_hash ?? '', 'second secret')).toBe(false);
      const below = await findByName(store.read, 'acme', 'child');
      expect(below?.first_id).toBe(user?.user_id);
      expect((await rolesOf(store.read, below?.user_id ?? '')).map((role) => role.role_id)).toEqual([11]);
      expect((await oemOf('Acme.Test:8080')).name).toBe('Acme');
      expect((await oemOf('nobody.test')).oem_id).toBe('default');
    });
  });

  it('brings the retention of a tenant in line at each start', async () => {
    for (const keep_events_days of [7, 14]) {
      const event_retention = [{ oem_id: 'acme', user_name: 'root', keep_events_days }];
      await start({ ...base, event_retention }, async ({ store }) => {
        const kept = await store.read.selectFrom('event_retention').select('keep_events_days').execute();
        expect(kept).toEqual([{ keep_events_days }]);
      });
    }
  });

  it('gives a tenant the plan that it names last, and takes none away', async () => {
    const plans = ['basic', 'pro'].map((plan_id) => ({ plan_id, name: plan_id, prod_type: 2 }));
    for (const [named, has] of [
      ['basic', 'basic'],
      ['pro', 'pro'],
      [undefined, 'pro'],
    ]) {
      const subscriptions = named ? [{ oem_id: 'acme', user_name: 'root', plan_id: named }] : [];
      await start({ ...base, plans, subscriptions }, async ({ store }) => {
        expect(await store.read.selectFrom('plan_grants').select('plan_id').execute()).toEqual([{ plan_id: has }]);
      });
    }
  });

  it('changes a plan where it says something else of it', async () => {
    const plan = { plan_id: 'pro', name: 'Pro', prod_type: 2, price: 19.99 };
    const seen = new Map<string, number>();
    for (const name of ['Pro', 'Pro', 'Pro 2']) {
      await start({ ...base, plans: [{ ...plan, name }] }, async ({ store }) => {
        const [kept, ...others] = await allPlans(store.read);
        expect(others).toEqual([]);
        expect(kept).toMatchObject({ ...plan, name, ctime: [...seen.values()][0] ?? kept?.ctime });
        expect(kept?.utime).toBe(seen.get(name) ?? kept?.utime);
        seen.set(name, kept?.utime ?? 0);
      });
    }
  });

  it.each([
    [{ ...base, plans: [{ plan_id: 'p', name: 'P', prod_type: 3 }] }, /plans\.0\.prod_type/],
    [{ ...base, plans: [{ plan_id: 'p', name: 'P', prod_type: 2, price: 9.999 }] }, /plans\.0\.price/],
    [{ ...base, plans: [{ plan_id: 'p', name: 'P', prod_type: 2, prize: 9 }] }, /plans\.0/],
    [
      { ...base, plans: [{ plan_id: 'p', name: 'P', prod_type: 2, content: { max_rules: '9' } }] },
      /plans\.0\.content\.max_rules/,
    ],
    [
      { ...base, plans: [{ plan_id: 'p', name: 'P', prod_type: 2, content: { event_days: -1 } }] },
      /plans\.0\.content\.event_days/,
    ],
    [subscribed('root', 'nope'), /subscriptions\.0\.plan_id: no plan nope/],
    [subscribed('nobody', 'p'), /subscriptions\.0\.user_name: no user nobody/],
    [subscribed('child', 'p'), /subscriptions\.0\.user_name: child is not the main account/],
    [subscribed('root', 'p', 'nowhere'), /subscriptions\.0\.oem_id/],
    [{ ...base, users: [{ ...base.users[0], oem_id: 'nowhere' }] }, /users\.0\.oem_id/],
    [{ ...base, users: [{ ...base.users[0], role_ids: [77] }] }, /users\.0\.role_ids/],
    [{ ...base, users: [{ ...base.users[1] }] }, /users\.0\.parent/],
    [{ ...base, users: [{ ...base.users[0], password: 'short' }] }, /users\.0\.password/],
    [{ ...base, roles: [{ role_id: 1, name: 'Mine', level: 1, permissions: ['*'] }] }, /roles\.0\.role_id/],
    [{ ...base, allocations: [{ oem_id: 'acme', user_name: 'root', node_ids: ['nope'] }] }, /allocations\.0\.node_ids/],
    [
      { ...base, event_retention: [{ oem_id: 'acme', user_name: 'child', keep_events_days: 7 }] },
      /event_retention\.0\.user_name: child is not the main account/,
    ],
    [{ ...base, planets: [] }, /planets/],
  ])('says which entry is wrong and applies nothing of it', async (file, entry) => {
    await expect(start(file)).rejects.toThrow(entry);
    await start({}, async ({ store }) => {
      expect(await findByName(store.read, 'acme', 'root')).toBeUndefined();
      expect(await store.read.selectFrom('oems').select('oem_id').execute()).toEqual([{ oem_id: 'default' }]);
    });
  });
});
