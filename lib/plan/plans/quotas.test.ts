import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addresses, listCalls, SETS } from '@/lib/guard/bwlist/testing';
import { type Domains, LIST, startDomains } from '@/lib/guard/domains/testing';
import { ACL, CC, type RuleKind } from '@/lib/guard/rules/testing';
import type { Answer } from '@/test/parapet';
import { idOf } from '@/test/sign-in';
import { ProvidedPlan } from './contract';
import { grantPlan } from './grants';
import { providePlan } from './repository';

const ROOT = 'acme-root';

let parapet: Domains;
let lists: ReturnType<typeof listCalls>;
beforeAll(async () => {
  parapet = await startDomains();
  lists = listCalls(parapet);
});
afterAll(() => parapet.close());

/** What the plan of a tenant says from now on. */
async function allow(content: object, as = ROOT, world = parapet): Promise<void> {
  const user_id = await idOf(world, as);
  const plan = ProvidedPlan.parse({ plan_id: `of-${as}`, name: 'Pro', prod_type: 2, content });
  await world.runtime.store.transaction(async (tx) => {
    await providePlan(tx, plan, Date.now());
    await grantPlan(tx, { user_id, plan_id: plan.plan_id, ctime: Date.now() });
  });
}

async function used(quota: string, as = ROOT, query = ''): Promise<{ limit: number | null; used: number }> {
  const { body } = await parapet.call('GET', `/api/plan/usage${query}`, { as });
  return body.data.quotas.find((one: { quota: string }) => one.quota === quota);
}

function expectExceeded(answer: Answer, field: string): void {
  const refusal = { err_key: 'err.plan.quota_exceeded', code: 3101, data: { category: 'conflict', field } };
  expect(answer).toMatchObject({ status: 400, body: refusal });
}

const audited = async () =>
  Number(
    (
      await parapet.db
        .selectFrom('audit_logs')
        .select((eb) => eb.fn.countAll().as('n'))
        .where('status', '=', 1)
        .executeTakeFirstOrThrow()
    ).n,
  );

let domains = 0;
const domain = (as = ROOT, name = `d${++domains}.example.com`) => parapet.create(as, name);

async function policyOf(as: string, name: string): Promise<string> {
  return (await parapet.call('POST', '/api/guard/policies', { as, body: { name } })).body.data.policy_id;
}

const rule = ({ kind, rule }: RuleKind, policy_id: string, as = ROOT) =>
  parapet.call('POST', `/api/guard/policies/${policy_id}/${kind}/rules`, { as, body: rule });

beforeEach(() => allow({}));

describe('domains', () => {
  it('are added up to the quota of the tenant, by all its users together', async () => {
    expect((await domain()).status).toBe(201);
    await allow({ max_domains: (await used('max_domains')).used + 1 });
    expect((await domain('acme-child')).status).toBe(201);
    const before = [await used('max_domains'), await audited()];
    for (const as of [ROOT, 'acme-child']) expectExceeded(await domain(as), 'domain');
    expect([await used('max_domains'), await audited()]).toEqual(before);
    const { message } = (await domain()).body;
    expect(message).toMatch(/^The plan of this account allows 2 domains; it has 2, and 1 more does not fit\.$/);
    expect((await domain('acme-other')).status).toBe(201);
  });

  it('of which there are more than a lowered plan allows stay, and may be changed and deleted', async () => {
    const domain_id = (await domain()).body.data.domain_id;
    await allow({ max_domains: 1 });
    const path = `${LIST}/${domain_id}`;
    expect((await parapet.call('PUT', path, { as: ROOT, body: { asset_name: 'Shop' } })).status).toBe(200);
    expect((await parapet.call('DELETE', path, { as: ROOT })).status).toBe(200);
    expectExceeded(await domain(), 'domain');
    await allow({ max_domains: 0 });
    expectExceeded(await domain(), 'domain');
  });

  it('added at once never exceed it', async () => {
    const { used: had } = await used('max_domains');
    await allow({ max_domains: had + 2 });
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => domain(ROOT, `${name}.race.example`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400, 400]);
    expect((await used('max_domains')).used).toBe(had + 2);
  });
});

describe('rules', () => {
  it('of both kinds and all policies count together, and so do those of a copied policy', async () => {
    const [one, two] = [await policyOf(ROOT, 'One'), await policyOf('acme-child', 'Two')];
    await allow({ max_rules: 3 });
    expect((await rule(CC, one)).status).toBe(201);
    expect((await rule(ACL, one)).status).toBe(201);
    const copy = (name: string) =>
      parapet.call('POST', `/api/guard/policies/${one}/copy`, { as: ROOT, body: { name } });
    const before = await audited();
    expectExceeded(await copy('Copy'), 'name');
    expect(await audited()).toBe(before);
    expect((await rule(CC, two, 'acme-child')).status).toBe(201);
    for (const kind of [CC, ACL]) expectExceeded(await rule(kind, one), 'name');
    expectExceeded(await rule(ACL, two, 'acme-support'), 'name');
    expect(await used('max_rules')).toMatchObject({ limit: 3, used: 3 });
    await allow({ max_rules: 5 });
    expect((await copy('Copy')).status).toBe(201);
    expect(await used('max_rules')).toMatchObject({ used: 5 });
  });

  it('beyond a lowered quota stay, and may be changed, moved and deleted', async () => {
    const [from, to] = [await policyOf(ROOT, 'From'), await policyOf(ROOT, 'To')];
    const { rule_id } = (await rule(CC, from)).body.data;
    await allow({ max_rules: 0 });
    const path = `/api/guard/policies/${from}/cc/rules/${rule_id}`;
    expect((await parapet.call('PUT', path, { as: ROOT, body: { ...CC.rule, name: 'Other' } })).status).toBe(200);
    expect((await parapet.call('PUT', `${path}/status`, { as: ROOT, body: { status: 2 } })).status).toBe(200);
    expect((await parapet.call('POST', `${path}/move`, { as: ROOT, body: { policy_id: to } })).status).toBe(200);
    const moved = `/api/guard/policies/${to}/cc/rules/${rule_id}`;
    expect((await parapet.call('DELETE', moved, { as: ROOT })).status).toBe(200);
  });

  it('added to several policies at once never exceed it', async () => {
    const ids = [await policyOf(ROOT, 'R1'), await policyOf(ROOT, 'R2'), await policyOf(ROOT, 'R3')];
    const { used: had } = await used('max_rules');
    await allow({ max_rules: had + 2 });
    const answers = await Promise.all(ids.flatMap((id) => [rule(CC, id), rule(ACL, id)]));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    for (const answer of answers) if (answer.status !== 201) expectExceeded(answer, 'name');
    expect((await used('max_rules')).used).toBe(had + 2);
  });
});

describe('list entries', () => {
  it('of all lists count together, enabled or not, one by one and in batches', async () => {
    const [one, two] = [await lists.created(ROOT), await lists.created('acme-child')];
    await allow({ max_list_entries: 5 });
    await lists.added(ROOT, one.id, ...addresses(3));
    expect((await lists.add('acme-child', two.id, { ip_addr: '192.0.2.1', status: false })).status).toBe(201);
    const before = [await used('max_list_entries'), await audited()];
    const three = addresses(3, 1).map((ip_addr) => ({ ip_addr }));
    // Two of these are new to the second list, and one to the first.
    expectExceeded(await lists.addBatch('acme-child', two.id, three), 'ips');
    expect([await used('max_list_entries'), await audited()]).toEqual(before);
    expect((await lists.addBatch(ROOT, one.id, three)).status).toBe(201);
    expectExceeded(await lists.add(ROOT, one.id, { ip_addr: '192.0.2.2' }), 'ip_addr');
    expect((await lists.addBatch(ROOT, one.id, three)).status).toBe(201);
    expect(await used('max_list_entries')).toMatchObject({ limit: 5, used: 5 });
  });

  it('beyond a lowered quota stay, and leave with their list', async () => {
    const { id } = await lists.created(ROOT);
    const ip_ids = await lists.added(ROOT, id, '198.51.100.1', '198.51.100.2');
    const { used: had } = await used('max_list_entries');
    await allow({ max_list_entries: 1 });
    const batch = (what: string, body: object) =>
      parapet.call('POST', `${SETS}/${id}/ips/batch/${what}`, { as: ROOT, body });
    expect((await batch('status', { ip_ids, status: false })).status).toBe(200);
    expect((await batch('delete', { ip_ids: ip_ids.slice(0, 1) })).status).toBe(200);
    expect((await used('max_list_entries')).used).toBe(had - 1);
    expect((await parapet.call('DELETE', `${SETS}/${id}`, { as: ROOT })).status).toBe(200);
    expect((await used('max_list_entries')).used).toBe(had - 2);
  });

  it('added to several lists at once never exceed it', async () => {
    const sets = [await lists.created(ROOT), await lists.created(ROOT), await lists.created('acme-child')];
    const { used: had } = await used('max_list_entries');
    await allow({ max_list_entries: had + 250 });
    const batch = addresses(100).map((ip_addr) => ({ ip_addr }));
    const answers = await Promise.all(sets.map(({ id }) => lists.addBatch(ROOT, id, batch)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400]);
    expect((await used('max_list_entries')).used).toBe(had + 200);
  });
});

describe('usage', () => {
  it('is that of the tenant for each of its users, and for staff that of whom they name', async () => {
    await allow({ max_domains: 1_000, event_days: 14, extra: { kept: true } });
    const read = async (as: string, query = '') => parapet.call('GET', `/api/plan/usage${query}`, { as });
    const { body } = await read(ROOT);
    expect(body.data).toMatchObject({
      plan: { plan_id: 'of-acme-root', content: { max_domains: 1_000, extra: { kept: true } } },
      is_enforced: true,
      quotas: [
        { quota: 'max_domains', limit: 1_000 },
        { quota: 'max_rules', limit: null },
        { quota: 'max_list_entries', limit: null },
        { quota: 'event_days', limit: 14, used: 14 },
      ],
    });
    expect((await read('acme-child')).body.data).toEqual(body.data);
    const [root, child, borealis] = [
      await idOf(parapet, ROOT),
      await idOf(parapet, 'acme-child'),
      await idOf(parapet, 'borealis-root'),
    ];
    for (const id of [root, child]) expect((await read('acme-support', `?user_id=${id}`)).body.data).toEqual(body.data);
    expect((await read('acme-other')).body.data.plan).toBeNull();
    expect((await read('acme-support')).body.data.plan).toBeNull();
    for (const as of ['acme-child', 'acme-other']) expect((await read(as, `?user_id=${root}`)).status, as).toBe(404);
    expect((await read('acme-support', '?user_id=nobody')).status).toBe(404);
    expect((await read('acme-support', `?user_id=${borealis}`)).status).toBe(403);
    expect((await read('acme-support', '?user_id=')).status).toBe(400);
    expect((await read('acme-nobody')).status).toBe(403);
    expect((await parapet.call('GET', '/api/plan/usage')).status).toBe(401);
  });
});

it('nothing is refused where the operator turned quotas off', async () => {
  const world = await startDomains({ PLAN_QUOTAS: 'off' });
  try {
    await allow({ max_domains: 0, event_days: 1 }, ROOT, world);
    await world.created(ROOT, 'free.example.com');
    const { data } = (await world.call('GET', '/api/plan/usage', { as: ROOT })).body;
    expect(data).toMatchObject({
      is_enforced: false,
      quotas: [{ limit: 0, used: 1 }, {}, {}, { limit: 1, used: 36_500 }],
    });
  } finally {
    await world.close();
  }
});
