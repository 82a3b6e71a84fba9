import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACL, CC, idOf, type Rules, startRules } from '@/lib/guard/rules/testing';
import type { Answer } from '@/test/parapet';
import type { FoundRule } from './contract';

let world: Rules;
let policy_id: string;
const ids = { cc: 0, acl: 0, waf: 0 };
beforeAll(async () => {
  world = await startRules();
  policy_id = await world.policy('acme-root', 'Searched');
  const condition = { field: 'header:x-shop', op: 'contains', data: 'Straße 100%_OFF\\' };
  ids.cc = idOf(await world.rulesOf(CC, policy_id).create({ name: 'Slow sign-in', matches: [condition] }));
  ids.acl = idOf(await world.rulesOf(ACL, policy_id).create({ name: 'Office', describe: 'Known NEEDLE' }));
  const sub = { zone: 'ARGS', sub_field: 'coupon', pattern: 'union select', describe: 'hay' };
  const group = { name: 'Injections', policy_id, rules: [sub] };
  ids.waf = (await world.call('POST', '/api/guard/waf/rules', { as: 'acme-root', body: group })).body.data.tag;
});
afterAll(() => world.close());

const search = (query: Record<string, string>, as = 'acme-root'): Promise<Answer> =>
  world.call('GET', `/api/guard/rules/search?${new URLSearchParams(query)}`, { as });

async function found(keyword: string, more: Record<string, string> = {}, as = 'acme-root'): Promise<string[]> {
  const { data } = (await search({ keyword, ...more }, as)).body;
  expect(data.total).toBe(data.list.length);
  return data.list.map(({ kind, id }: FoundRule) => `${kind} ${id}`);
}
const name = (kind: keyof typeof ids) => `${kind} ${ids[kind]}`;

describe('a search for rules', () => {
  it('finds rules of every kind, the last changed first, with the policy they are in', async () => {
    const { list, total } = (await search({})).body.data;
    expect(total).toBe(3);
    expect(list.map(({ utime }: FoundRule) => utime)).toEqual(
      list
        .map(({ utime }: FoundRule) => utime)
        .sort()
        .reverse(),
    );
    expect(list).toContainEqual({
      kind: 'cc',
      id: ids.cc,
      name: 'Slow sign-in',
      describe: '',
      policy_id,
      policy_name: 'Searched',
      enabled: true,
      utime: expect.any(Number),
      rule: {
        matches: [{ field: 'header:x-shop', op: 'contains', data: 'Straße 100%_OFF\\' }],
        limit: { threshold: 10, period: 60, scope: 'ip' },
        action: { action_type: 'block', duration: 600 },
      },
    });
    expect(list.every(({ enabled }: FoundRule) => enabled)).toBe(true);
  });

  it.each([
    ['SLOW', 'cc'],
    ['x-SHOP', 'cc'],
    ['straße', 'cc'],
    ['100%_off\\', 'cc'],
    ['needle', 'acl'],
    ['/LOGIN', 'acl'],
    ['injec', 'waf'],
    ['UNION select', 'waf'],
    ['coupon', 'waf'],
  ] as const)('finds %s where it is written, as plain text in any case', async (keyword, kind) => {
    expect(await found(keyword)).toEqual([name(kind)]);
  });

  it.each([['U3RyYcOfZSAxMDAl'], ['%'.repeat(3)], ["' or 1=1 --"], ['Searched']])(
    'finds nothing by %s',
    async (keyword) => {
      expect(await found(keyword)).toEqual([]);
    },
  );

  it('finds what a rule says now, wherever it is', async () => {
    const to = await world.policy('acme-root', 'Moved to');
    const rules = world.rulesOf(CC, policy_id);
    const id = idOf(await rules.create({ name: 'Before', matches: [{ field: 'path', op: 'eq', data: '/before' }] }));
    await rules.edit(id, { ...CC.rule, name: 'After', matches: [{ field: 'path', op: 'eq', data: '/after' }] });
    expect(await found('before')).toEqual([]);
    expect(await found('/after')).toEqual([`cc ${id}`]);
    await rules.status(id, 2);
    await rules.move(id, to);
    const [rule] = (await search({ keyword: '/after' })).body.data.list;
    expect(rule).toMatchObject({ policy_name: 'Moved to', enabled: false });
    await world.rulesOf(CC, to).remove(id);
    expect(await found('/after')).toEqual([]);

    const path = `/api/guard/waf/rules/${ids.waf}`;
    const sub = { zone: 'URL', pattern: '/etc/passwd' };
    await world.call('PUT', path, { as: 'acme-root', body: { name: 'Files', rules: [sub] } });
    expect([await found('union'), await found('injections')]).toEqual([[], []]);
    expect([await found('/ETC/'), await found('files')]).toEqual([[name('waf')], [name('waf')]]);
    await world.call('PUT', `${path}/status`, { as: 'acme-root', body: { status: 1 } });
    expect((await search({ keyword: 'files' })).body.data.list).toMatchObject([{ enabled: false }]);
  });

  it('finds the copies of a copied policy', async () => {
    const copy = await world.call('POST', `/api/guard/policies/${policy_id}/copy`, {
      as: 'acme-root',
      body: { name: 'Copy' },
    });
    expect((await search({ keyword: 'needle' })).body.data.total).toBe(2);
    expect((await search({ keyword: '/etc/passwd' })).body.data.total).toBe(2);
    await world.call('DELETE', `/api/guard/policies/${copy.body.data.policy_id}`, { as: 'acme-root' });
    expect((await search({ keyword: 'needle' })).body.data.total).toBe(1);
  });

  it('says what was found: of an ACL rule conditions and action, of a WAF group the first sub-rules', async () => {
    const [acl] = (await search({ keyword: 'needle' })).body.data.list;
    const { matches, action } = ACL.rule;
    expect(acl.rule).toEqual({ matches, action: { action_type: action.action_type, duration: action.duration } });
    expect(acl.group).toBeUndefined();
    const sub = (pattern: string) => ({ zone: 'QUERY', pattern, is_not: true });
    const own = await world.policy('acme-root', 'Of many sub-rules');
    const body = { name: 'Many', policy_id: own, sub_rule_condition: 1, rules: ['a', 'b', 'c', 'd'].map(sub) };
    await world.call('POST', '/api/guard/waf/rules', { as: 'acme-root', body });
    const [found] = (await search({ policy_id: own })).body.data.list;
    const shown = { zone: 'QUERY', sub_field: '', pattern_type: 1, is_not: true };
    const rules = ['a', 'b', 'c'].map((pattern) => ({ ...shown, pattern }));
    expect(found.group).toEqual({ sub_rule_condition: 1, rule_count: 4, rules });
    expect(found.rule).toBeUndefined();
    await world.call('DELETE', `/api/guard/policies/${own}`, { as: 'acme-root' });
  });

  it('is narrowed to what is enabled, and to a policy', async () => {
    const own = await world.policy('acme-root', 'Half of it on');
    const rules = world.rulesOf(CC, own);
    const on = idOf(await rules.create({ name: 'On' }));
    const off = idOf(await rules.create({ name: 'Off' }));
    await rules.status(off, 2);
    expect((await found('', { policy_id: own })).sort()).toEqual([`cc ${on}`, `cc ${off}`].sort());
    expect(await found('', { policy_id: own, enabled: 'true' })).toEqual([`cc ${on}`]);
    expect(await found('off', { policy_id: own, enabled: 'false' })).toEqual([`cc ${off}`]);
    expect(await found('', { policy_id: own, enabled: 'false', kind: 'acl' })).toEqual([]);
    expect(await found('', { policy_id: own }, 'borealis-root')).toEqual([]);
    expect(await found('', { policy_id: 'nothing' })).toEqual([]);
    await world.call('DELETE', `/api/guard/policies/${own}`, { as: 'acme-root' });
  });

  it('is narrowed to a kind, and in pages', async () => {
    expect(await found('', { kind: 'acl' })).toEqual([name('acl')]);
    expect(await found('needle', { kind: 'cc' })).toEqual([]);
    const pages = await Promise.all([1, 2, 3].map((page) => search({ size: '1', page: String(page) })));
    const rules = pages.map(({ body }) => `${body.data.list[0].kind} ${body.data.list[0].id}`);
    expect(rules.sort()).toEqual([name('acl'), name('cc'), name('waf')].sort());
    expect(pages[2]?.body.data).toMatchObject({ total: 3, page: 3, size: 1 });
  });

  it('sees what its caller sees, of the kinds that they may list', async () => {
    for (const as of ['acme-child', 'acme-other', 'borealis-root', 'borealis-support', 'acme-editor']) {
      expect(await found('needle', {}, as), as).toEqual([]);
    }
    expect(await found('needle', {}, 'acme-support')).toEqual([name('acl')]);
    expect(await found('needle', {}, 'acme-auditor')).toEqual([name('acl')]);
    expect((await search({}, 'acme-nobody')).status).toBe(403);
    expect((await world.call('GET', '/api/guard/rules/search')).status).toBe(401);
    const own = await world.policy('acme-editor', 'Of the editor');
    await world.rulesOf(ACL, own, 'acme-root').create({ name: 'Hidden words' });
    expect(await found('hidden words')).toHaveLength(1);
    expect(await found('hidden words', {}, 'acme-editor')).toEqual([]);
  });

  it.each([
    [{ kind: 'bwl' }, 'kind'],
    [{ enabled: '1' }, 'enabled'],
    [{ policy_id: '' }, 'policy_id'],
    [{ keyword: 'x'.repeat(256) }, 'keyword'],
    [{ keyword: 'a\nb' }, 'keyword'],
    [{ page: '0' }, 'page'],
    [{ size: '101' }, 'size'],
  ])('refuses %j, naming the field', async (query, field) => {
    const answer = await search(query);
    expect([answer.status, answer.body.data?.field]).toEqual([400, field]);
  });
});
