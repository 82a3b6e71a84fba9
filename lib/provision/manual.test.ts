import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PlanUsage } from '@/lib/plan/plans/contract';
import type { User } from '@/lib/sys/users/contract';
import { type Parapet, startParapet } from '@/test/parapet';

/** The example of a page of the manual. */
function exampleOf(page: string) {
  const [, example = ''] = /```json\n(.*?)```/s.exec(readFileSync(page, 'utf8')) ?? [];
  return JSON.parse(example);
}

const HOST = 'waf.acme.example';
const example = exampleOf('docs/provisioning.md');

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet({ provision: example });
});
afterAll(() => parapet.close());

const passwordOf = (user_name: string): string =>
  example.users.find((user: { user_name: string }) => user.user_name === user_name).password;

async function signedIn(user_name: string, host = HOST) {
  const password = Buffer.from(passwordOf(user_name)).toString('base64');
  const { status, body } = await parapet.call('POST', '/api/auth/login', {
    host,
    body: { username: user_name, password },
  });
  return { status, ask: (path: string) => parapet.call('GET', path, { host: HOST, token: body.data?.token }) };
}

describe('the example of the manual', () => {
  it('makes a brand of its own host, whose users sign in there and nowhere else', async () => {
    expect((await signedIn('acme-root')).status).toBe(200);
    expect((await signedIn('acme-root', 'elsewhere.example')).status).toBe(401);
  });

  it('makes staff who change their password first, where it says so', async () => {
    const { status, ask } = await signedIn('acme-staff');
    expect(status).toBe(200);
    expect((await ask('/api/guard/domains')).body.err_key).toBe('err.auth.password_change_required');
  });

  it('gives a user of the account the role of the file, which the head of it has not', async () => {
    const child = await signedIn('acme-child');
    expect((await child.ask('/api/guard/certs')).status).toBe(200);
    expect((await child.ask('/api/guard/domains')).status).toBe(200);
    expect((await child.ask('/api/guard/policies')).status).toBe(403);
    const root = await signedIn('acme-root');
    const { list }: { list: User[] } = (await root.ask('/api/sys/users')).body.data;
    const roles = new Map(list.map(({ user_name, role_ids }) => [user_name, role_ids]));
    expect(roles.get('acme-child')).toEqual([100]);
    expect(roles.get('acme-root')).toEqual([10]);
    expect(list.find(({ user_name }) => user_name === 'acme-root')?.email).toBe('root@acme.example');
  });

  it('has plans by their UUIDs, as the contract promises, and gives the account its one and its days', async () => {
    const { ask } = await signedIn('acme-root');
    const [plan, ...others] = (await ask('/api/plan/plans')).body.data.list;
    expect(others).toEqual([]);
    expect(z.uuid().safeParse(plan.plan_id).success).toBe(true);
    const usage: PlanUsage = (await ask('/api/plan/usage')).body.data;
    expect(usage.plan).toEqual(plan);
    const quotas = new Map(usage.quotas.map(({ quota, limit, used }) => [quota, { limit, used }]));
    expect(quotas.get('max_domains')).toMatchObject({ limit: 50 });
    expect(quotas.get('event_days')).toMatchObject({ used: 14 });
  });

  it('gives the account its node', async () => {
    const { runtime } = parapet;
    const allotted = await runtime.store.read
      .selectFrom('allocations')
      .innerJoin('users', 'users.user_id', 'allocations.user_id')
      .innerJoin('nodes', 'nodes.node_id', 'allocations.node_id')
      .select(['user_name', 'nodes.node_id', 'ip_addr'])
      .execute();
    expect(allotted).toEqual([{ user_name: 'acme-root', node_id: 'hk-1', ip_addr: '203.0.113.10' }]);
  });
});

it('the page of plans names plans by UUIDs, too', () => {
  const { plans, subscriptions } = exampleOf('docs/plans.md');
  for (const { plan_id } of [...plans, ...subscriptions]) expect(z.uuid().safeParse(plan_id).success).toBe(true);
});

it('a name that nothing has stops the start with the line that the manual shows', async () => {
  const [, line = ''] = /such as `(.*?)`/.exec(readFileSync('docs/provisioning.md', 'utf8')) ?? [];
  const subscriptions = [{ ...example.subscriptions[0], user_name: 'acme-roof' }];
  await expect(startParapet({ provision: { ...example, subscriptions } })).rejects.toThrow(line);
});
