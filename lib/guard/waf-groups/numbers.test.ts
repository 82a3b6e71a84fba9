import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, startDomains } from '@/lib/guard/domains/testing';

const GROUPS = '/api/guard/waf/rules';
const POLICIES = '/api/guard/policies';
const GENERATED = 1_000_000_000;
const RULE = { zone: 'BODY', pattern: 'x' };

type Group = { tag: number; rule_id: number; name: string; rules: { tag: number; rule_id: number }[] };

let world: Domains;
beforeAll(async () => {
  world = await startDomains();
});
afterAll(() => world.close());

async function post(url: string, body: object) {
  const answer = await world.call('POST', url, { as: 'acme-root', body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}
const policy = async (name: string): Promise<string> => (await post(POLICIES, { name })).policy_id;
const made = (policy_id: string, more: object = {}): Promise<Group> =>
  post(GROUPS, { name: 'Numbered', policy_id, rules: [RULE], ...more });
/** The tags that were given last. */
const latest = async (policy_id: string) => {
  const { tag, rules } = await made(policy_id);
  return { tag, rule: rules[0]?.tag ?? 0 };
};
const generated = ({ tag }: { tag: number }) => GENERATED + tag;

describe('a generated number', () => {
  it('of a group is none that somebody chose', async () => {
    const policy_id = await policy('Chosen');
    const { tag } = await latest(policy_id);
    for (const ahead of [3, 4]) await made(policy_id, { rule_id: GENERATED + tag + ahead });
    const group = await made(policy_id);
    expect(group).toMatchObject({ tag: tag + 5, rule_id: generated(group) });
    const elsewhere = await made(await policy('Elsewhere'), { rule_id: generated(group) + 2 });
    expect((await made(policy_id)).rule_id).toBe(generated(elsewhere) + 1);
  });

  it('of a sub-rule is none that somebody chose, in a new group and in one that is changed', async () => {
    const policy_id = await policy('Chosen sub-rules');
    const { rule } = await latest(policy_id);
    const rules = [RULE, { ...RULE, rule_id: GENERATED + rule + 1 }, { ...RULE, rule_id: GENERATED + rule + 4 }, RULE];
    const group = await made(policy_id, { rules });
    expect(group.rules.map(({ tag }) => tag)).toEqual([rule + 5, rule + 2, rule + 3, rule + 6]);
    expect(group.rules.map(({ rule_id }) => rule_id - GENERATED - rule)).toEqual([5, 1, 4, 6]);
    const next = [...group.rules, { rule_id: GENERATED + rule + 8 }, {}].map((one) => ({ ...RULE, ...one }));
    const changed = await world.call('PUT', `${GROUPS}/${group.tag}`, { as: 'acme-root', body: { rules: next } });
    expect(changed.body.data.rules.slice(0, 4)).toEqual(group.rules);
    expect(changed.body.data.rules.map((one: Group) => one.rule_id - GENERATED - rule)).toEqual([5, 1, 4, 6, 8, 9]);
  });

  it('of what is copied is none that somebody chose', async () => {
    const policy_id = await policy('Original');
    const { tag, rule } = await latest(policy_id);
    const rules = [RULE, { ...RULE, rule_id: GENERATED + rule + 4 }];
    await made(policy_id, { name: 'Chosen', rule_id: GENERATED + tag + 2, rules });
    const copy = await post(`${POLICIES}/${policy_id}/copy`, { name: 'Copy' });
    const { data } = (await world.call('GET', `${GROUPS}?policy_id=${copy.policy_id}`, { as: 'acme-root' })).body;
    const [chosen, first] = data.list as Group[];
    expect(first).toMatchObject({ tag: tag + 3, rule_id: GENERATED + tag + 3 });
    expect(chosen).toMatchObject({ name: 'Chosen', rule_id: GENERATED + tag + 2 });
    expect(chosen?.rules.map(({ rule_id }) => rule_id - GENERATED - rule)).toEqual([6, 4]);
  });
});
