import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, expectField, LIST, startDomains } from '@/lib/guard/domains/testing';
import { MAX_GROUPS, MAX_RULES } from './contract';

const GROUPS = '/api/guard/waf/rules';
const GENERATED = 1_000_000_000;

let world: Domains;
let policy_id: string;
beforeAll(async () => {
  world = await startDomains();
  policy_id = await policy('acme-root', 'Shops');
});
afterAll(() => world.close());

async function policy(as: string, name: string): Promise<string> {
  const answer = await world.call('POST', '/api/guard/policies', { as, body: { name } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data.policy_id;
}

const RULE = { zone: 'ARGS', sub_field: 'q', pattern_type: 5, pattern: '(?i)union\\s+select', describe: 'SQL' };
const create = (more: object = {}, as = 'acme-root') =>
  world.call('POST', GROUPS, { as, body: { name: 'Injection', policy_id, rules: [RULE], ...more } });
const edit = (tag: number | string, body: object, as = 'acme-root', query = '') =>
  world.call('PUT', `${GROUPS}/${tag}${query}`, { as, body });
const read = (tag: number, as = 'acme-root') => world.call('GET', `${GROUPS}/${tag}`, { as });
const remove = (tag: number, as = 'acme-root') => world.call('DELETE', `${GROUPS}/${tag}`, { as });
const setStatus = (tag: number, status: unknown, as = 'acme-root') =>
  world.call('PUT', `${GROUPS}/${tag}/status`, { as, body: { status } });
const list = async (query = '', as = 'acme-root') => (await world.call('GET', `${GROUPS}?${query}`, { as })).body.data;

async function made(more: object = {}, as = 'acme-root') {
  const answer = await create(more, as);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}

describe('WAF rule groups', () => {
  it('are made with numbers of their own, listed, changed in part and deleted with their sub-rules', async () => {
    const group = await made({ describe: 'Forms' });
    expect(group).toEqual({
      tag: expect.any(Number),
      rule_id: GENERATED + group.tag,
      name: 'Injection',
      describe: 'Forms',
      waf_type: 1,
      sub_rule_condition: 0,
      scope: '',
      action: 1,
      status: 2,
      policy_id,
      rules: [
        {
          ...RULE,
          tag: expect.any(Number),
          rule_id: GENERATED + group.rules[0].tag,
          group_id: group.tag,
          is_not: false,
          ctime: group.ctime,
          utime: group.ctime,
        },
      ],
      ctime: expect.any(Number),
      utime: group.ctime,
    });
    expect((await read(group.tag)).body.data).toEqual(group);
    expect((await list(`policy_id=${policy_id}&size=1`)).list).toEqual([group]);
    const changed = await edit(group.tag, { action: 3, scope: 'path' });
    expect(changed.body.data).toEqual({ ...group, action: 3, scope: 'path', utime: expect.any(Number) });
    expect(changed.body.data.utime).toBeGreaterThan(group.utime);
    expect((await remove(group.tag)).body).toEqual({ code: 0, message: 'ok', data: null });
    for (const gone of [await read(group.tag), await edit(group.tag, {}), await setStatus(group.tag, 1)]) {
      expect(gone.status).toBe(404);
    }
    const left = world.db.selectFrom('waf_rules').selectAll().where('group_tag', '=', group.tag);
    expect(await left.execute()).toEqual([]);
    const next = await made();
    expect(next.tag).toBeGreaterThan(group.tag);
    expect(next.rules[0].tag).toBeGreaterThan(group.rules[0].tag);
  });

  it('are found by their tag, never by their business number', async () => {
    const group = await made({ rule_id: 2 ** 53 - 1, rules: [] });
    expect(group.rule_id).toBe(2 ** 53 - 1);
    for (const id of [group.rule_id, '18446744073709551615', '9007199254740993', '01', '-1', '1.0']) {
      expect((await edit(id, {})).status, String(id)).toBe(404);
    }
    expect((await edit(group.tag, { name: 'By tag' })).body.data.name).toBe('By tag');
  });

  it('replace their sub-rules whole; one that keeps its number stays the one it is', async () => {
    const rules = [
      { ...RULE, rule_id: 10 },
      { ...RULE, rule_id: 20, zone: 'URL', sub_field: '', pattern_type: 3, pattern: '/admin' },
      { zone: 'BODY', pattern: 'a\tb\r\n密码 "\\' },
    ];
    const group = await made({ rules });
    expect(group.rules.map((rule: { pattern: string }) => rule.pattern)).toEqual(rules.map((rule) => rule.pattern));
    const [first, second, third] = group.rules;
    expect(third).toMatchObject({ sub_field: '', pattern_type: 1, describe: '', is_not: false });

    const back = await edit(group.tag, group);
    expectField(back, 'status', 'err.guard.waf.status_elsewhere');
    const { status: _, ...whole } = group;
    expect((await edit(group.tag, whole)).body.data.rules).toEqual(group.rules);

    const next = await edit(group.tag, {
      rules: [third, { ...first, is_not: true }, { zone: 'METHOD', pattern: 'PUT' }],
    });
    const [kept, changed, fresh] = next.body.data.rules;
    expect(kept).toEqual(third);
    expect(changed).toEqual({ ...first, is_not: true, utime: next.body.data.utime });
    expect(fresh.tag).toBeGreaterThan(third.tag);
    expect(next.body.data.rules).toHaveLength(3);
    const again = await edit(group.tag, { rules: [{ ...RULE, rule_id: second.rule_id }] });
    expect(again.body.data.rules[0].tag).toBeGreaterThan(fresh.tag);
    expect((await edit(group.tag, { rules: [] })).body.data.rules).toEqual([]);
    expect((await edit(group.tag, { name: 'Empty' })).body.data.rules).toEqual([]);
  });

  it('have numbers that are unique in their policy, and sub-rules in their group', async () => {
    const taken = 'err.guard.waf.rule_id_taken';
    const first = await made({ rule_id: 4_711 });
    const again = await create({ rule_id: 4_711 });
    expectField(again, 'rule_id', taken);
    expect(again.body.data.category).toBe('conflict');
    const elsewhere = await policy('acme-root', 'Elsewhere');
    expect((await made({ rule_id: 4_711, policy_id: elsewhere })).rule_id).toBe(4_711);
    const twice = [
      { ...RULE, rule_id: 1 },
      { ...RULE, rule_id: 1 },
    ];
    expectField(await create({ rules: twice }), 'rules.1.rule_id', taken);
    expectField(await edit(first.tag, { rules: twice }), 'rules.1.rule_id', taken);
    const one = await policy('acme-root', 'Raced numbers');
    const raced = await Promise.all(Array.from({ length: 6 }, () => create({ rule_id: 7, policy_id: one })));
    expect(raced.map((answer) => answer.status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
    const others = await Promise.all(Array.from({ length: 6 }, () => made({ policy_id: one })));
    expect(new Set(others.map((group) => group.rule_id)).size).toBe(6);
  });

  it('name what is wrong', async () => {
    const { tag } = await made();
    const before = (await read(tag)).body.data;
    const cases: [object, string][] = [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ describe: 'x'.repeat(501) }, 'describe'],
      [{ waf_type: 1.5 }, 'waf_type'],
      [{ waf_type: 2 ** 31 }, 'waf_type'],
      [{ sub_rule_condition: 2 }, 'sub_rule_condition'],
      [{ sub_rule_condition: '0' }, 'sub_rule_condition'],
      [{ scope: 'all' }, 'scope'],
      [{ action: 0 }, 'action'],
      [{ action: 4 }, 'action'],
      [{ rules: {} }, 'rules'],
      [{ rules: [{ ...RULE, zone: 'COOKIES' }] }, 'rules.0.zone'],
      [{ rules: [{ ...RULE, zone: undefined }] }, 'rules.0.zone'],
      [{ rules: [RULE, { ...RULE, pattern_type: 6 }] }, 'rules.1.pattern_type'],
      [{ rules: [{ ...RULE, pattern: '' }] }, 'rules.0.pattern'],
      [{ rules: [{ ...RULE, pattern: undefined }] }, 'rules.0.pattern'],
      [{ rules: [{ ...RULE, pattern: 'x'.repeat(513) }] }, 'rules.0.pattern'],
      [{ rules: [{ ...RULE, pattern_type: 1, pattern: 'x'.repeat(2049) }] }, 'rules.0.pattern'],
      [{ rules: [{ ...RULE, sub_field: 'x'.repeat(257) }] }, 'rules.0.sub_field'],
      [{ rules: [{ ...RULE, describe: 'x'.repeat(201) }] }, 'rules.0.describe'],
      [{ rules: [{ ...RULE, is_not: 1 }] }, 'rules.0.is_not'],
      [{ rules: [{ ...RULE, rule_id: 0 }] }, 'rules.0.rule_id'],
      [{ rules: Array(MAX_RULES + 1).fill(RULE) }, 'rules'],
      [{ rules: Array(9).fill({ zone: 'BODY', pattern: 'x'.repeat(2048) }) }, 'rules'],
      [{ rules: Array(9).fill({ ...RULE, pattern: 'x'.repeat(512) }) }, 'rules'],
    ];
    for (const [change, field] of cases) {
      expectField(await create(change), field);
      expectField(await edit(tag, change), field);
    }
    expectField(await create({ policy_id: undefined }), 'policy_id');
    for (const rule_id of [0, -1, 1.5, '7', 2 ** 53]) expectField(await create({ rule_id }), 'rule_id');
    for (const status of [0, 3, '1', true, null]) expectField(await create({ status }), 'status');
    for (const zone of ['URL', 'QUERY', 'BODY', 'METHOD']) {
      const answer = await create({ rules: [RULE, { ...RULE, zone }] });
      expectField(answer, 'rules.1.sub_field', 'err.guard.waf.names_nothing');
    }
    expect((await read(tag)).body.data).toEqual(before);
    expect((await made({ rules: Array(MAX_RULES).fill(RULE) })).rules).toHaveLength(MAX_RULES);
    expect((await made({ rules: Array(8).fill({ ...RULE, pattern: 'x'.repeat(512) }) })).rules).toHaveLength(8);
    for (const character of ['密', '𠮷']) {
      const longest = Array(8).fill({ zone: 'BODY', pattern: character.repeat(2048) });
      expect((await made({ rules: longest })).rules).toHaveLength(8);
      expect((await made({ rules: [{ ...RULE, pattern: character.repeat(512) }] })).rules).toHaveLength(1);
    }
  });

  it('take regular expressions of linear time alone, and say where another one is wrong', async () => {
    const wrong = ['(a+)+\\1', 'a(?=b)', '(?<!a)b', '[a', 'a{2,1}', '((((a{100}){100}){100}){100})'];
    for (const pattern of wrong) {
      const answer = await create({ rules: [RULE, { ...RULE, pattern }] });
      expectField(answer, 'rules.1.pattern', 'err.guard.rule.pattern');
      expect(answer.body.message, pattern).toMatch(/\d/);
    }
    for (const pattern_type of [1, 2, 3, 4]) await made({ rules: [{ ...RULE, pattern_type, pattern: '(a' }] });
    await made({ rules: [{ ...RULE, pattern: '(a+)+$' }] });
  });

  it('ignore what they do not have', async () => {
    const extra = { enabled: false, description: 'x', domains: ['a'] };
    const answer = await create(extra);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-ignored-fields')).toBe('enabled, description, domains');
    const other = await policy('acme-root', 'Other');
    const edited = await edit(answer.body.data.tag, { ...extra, rule_id: 5, policy_id: other });
    expect(edited.body.data).toMatchObject({ policy_id, rule_id: answer.body.data.rule_id, status: 2 });
  });

  it('change their status by its own endpoint alone', async () => {
    const { tag, utime } = await made();
    for (const status of [1, 2, 3, null, 'x']) {
      expectField(await edit(tag, { name: 'Renamed', status }), 'status', 'err.guard.waf.status_elsewhere');
    }
    expect((await read(tag)).body.data).toMatchObject({ name: 'Injection', status: 2, utime });
    expect((await setStatus(tag, 1)).body).toEqual({ code: 0, message: 'ok', data: null });
    expect((await read(tag)).body.data.status).toBe(1);
    for (const status of [0, 3, '2', true, null, undefined]) expectField(await setStatus(tag, status), 'status');
    expect((await setStatus(tag, 2)).status).toBe(200);
    expect((await made({ status: 1 })).status).toBe(1);
  });

  it('refuse an edit of what has changed since it was read, where its editor says when that was', async () => {
    const { tag, utime } = await made();
    await setStatus(tag, 1);
    const late = await edit(tag, { name: 'Late' }, 'acme-root', `?utime=${utime}`);
    expectField(late, 'utime', 'err.changed');
    const { data } = (await read(tag)).body;
    expect(data.name).toBe('Injection');
    expect((await edit(tag, { name: 'In time' }, 'acme-root', `?utime=${data.utime}`)).status).toBe(200);
  });

  it('are fifty in a policy', async () => {
    const full = await policy('acme-other', 'Full');
    const body = { name: 'One', policy_id: full };
    for (let n = 0; n < MAX_GROUPS; n++) {
      expect((await world.direct('POST', GROUPS, { as: 'acme-other', body })).status).toBe(201);
    }
    const beyond = await world.call('POST', GROUPS, { as: 'acme-other', body });
    expect(beyond.body).toMatchObject({ err_key: 'err.guard.waf.too_many', data: { category: 'conflict' } });
    expect((await list(`policy_id=${full}`, 'acme-other')).total).toBe(MAX_GROUPS);
  });
});

describe('who sees a group', () => {
  it('is who sees its policy', async () => {
    const own = await policy('acme-child', 'Child only');
    const { tag } = await made({ policy_id: own }, 'acme-child');
    for (const as of ['acme-child', 'acme-root', 'acme-support', 'acme-auditor']) {
      expect(
        (await list(`policy_id=${own}`, as)).list.map((group: { tag: number }) => group.tag),
        as,
      ).toEqual([tag]);
      expect(
        (await list('size=100', as)).list.map((group: { tag: number }) => group.tag),
        as,
      ).toContain(tag);
    }
    const missing = await edit(999_999_999, {});
    for (const as of ['acme-other', 'borealis-root', 'borealis-support']) {
      expect((await list(`policy_id=${own}`, as)).total, as).toBe(0);
      expect((await read(tag, as)).status, as).toBe(404);
      expect((await edit(tag, {}, as)).body, as).toEqual(missing.body);
      expect((await setStatus(tag, 1, as)).status, as).toBe(404);
      expect((await remove(tag, as)).status, as).toBe(404);
      expectField(await create({ policy_id: own }, as), 'policy_id', 'err.guard.waf.policy_unknown');
    }
    for (const as of ['acme-viewer', 'acme-auditor']) {
      for (const refused of [await create({}, as), await edit(tag, {}, as), await setStatus(tag, 1, as)]) {
        expect(refused.status, as).toBe(403);
      }
      expect((await remove(tag, as)).status, as).toBe(403);
    }
    expect((await world.call('GET', GROUPS, { as: 'acme-editor' })).status).toBe(403);
    expect((await setStatus(tag, 1, 'acme-support')).status).toBe(200);
  });
});

describe('the record', () => {
  it('has one audit row and one revision for each write, refusals too', async () => {
    const { tag } = await made({ name: 'Recorded' });
    await edit(tag, { name: 'Recorded again' }, 'acme-support');
    await setStatus(tag, 1);
    await setStatus(tag, 5);
    await remove(tag);
    const rows = await world.db
      .selectFrom('audit_logs')
      .select(['action', 'actor_name', 'http_status', 'resource_label', 'on_behalf_user_name', 'detail'])
      .where('resource_type', '=', 'waf_group')
      .where('resource_id', '=', String(tag))
      .orderBy('id')
      .execute();
    expect(rows.map((row) => [row.action, row.actor_name, row.http_status, row.on_behalf_user_name])).toEqual([
      ['guard.waf.create', 'acme-root', 201, ''],
      ['guard.waf.edit', 'acme-support', 200, 'acme-root'],
      ['guard.waf.status', 'acme-root', 200, ''],
      ['guard.waf.status', 'acme-root', 400, ''],
      ['guard.waf.delete', 'acme-root', 200, ''],
    ]);
    expect(rows[0]?.resource_label).toBe('Shops, Recorded');
    const changes = rows.map((row) => JSON.parse(row.detail).changes);
    expect(changes[1]).toEqual({ name: { old: 'Recorded', new: 'Recorded again' } });
    expect(changes[2]).toEqual({ status: { old: 2, new: 1 } });
    const revisions = await world.db
      .selectFrom('revisions')
      .select(['revision', 'before'])
      .where('object_type', '=', 'waf_group')
      .where('object_id', '=', String(tag))
      .orderBy('revision')
      .execute();
    expect(revisions.map((row) => row.revision)).toEqual([1, 2, 3, 4]);
    expect(JSON.parse(revisions[3]?.before ?? '')).toMatchObject({ name: 'Recorded again', rules: [RULE] });
  });

  it('has a revision of each group that is copied with its policy', async () => {
    const from = await policy('acme-child', 'Copied');
    const first = await made({ policy_id: from, rule_id: 77, rules: [{ ...RULE, rule_id: 5 }, RULE] }, 'acme-child');
    const second = await made({ policy_id: from, status: 1 }, 'acme-child');
    const body = { name: 'Copy' };
    const answer = await world.call('POST', `/api/guard/policies/${from}/copy`, { as: 'acme-root', body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const { list: copies } = await list(`policy_id=${answer.body.data.policy_id}`, 'acme-child');
    expect(copies.map((group: { name: string }) => group.name)).toEqual([second.name, first.name]);
    const [later, earlier] = copies;
    expect(earlier).toMatchObject({ rule_id: 77, rules: [{ rule_id: 5 }, { zone: 'ARGS', group_id: earlier.tag }] });
    expect(later).toMatchObject({ rule_id: GENERATED + later.tag, status: 1, rules: [RULE] });
    expect(earlier.rules[1].rule_id).toBe(GENERATED + earlier.rules[1].tag);
    const recorded = await world.db
      .selectFrom('revisions')
      .select(['before', 'after'])
      .where('object_type', '=', 'waf_group')
      .where('object_id', '=', String(later.tag))
      .execute();
    expect(recorded.map(({ before, after }) => [before, JSON.parse(after)])).toEqual([['null', later]]);
  });

  it('has a revision of each group that ends with its policy', async () => {
    const ending = await policy('acme-root', 'Ending');
    const group = await made({ policy_id: ending });
    const path = `/api/guard/policies/${ending}`;
    expect((await world.call('DELETE', path, { as: 'acme-root' })).status).toBe(200);
    expect((await read(group.tag)).status).toBe(404);
    const ended = await world.db
      .selectFrom('revisions')
      .innerJoin('audit_logs', 'audit_logs.id', 'revisions.audit_id')
      .select(['revisions.before', 'revisions.after', 'audit_logs.action'])
      .where('object_type', '=', 'waf_group')
      .where('object_id', '=', String(group.tag))
      .orderBy('revision', 'desc')
      .executeTakeFirstOrThrow();
    expect(ended).toMatchObject({ after: 'null', action: 'guard.policy.delete' });
    expect(JSON.parse(ended.before)).toEqual(group);
  });
});

describe('delivery', () => {
  it('brings groups with their policy, once for each write', async () => {
    const served = await policy('acme-root', 'Served');
    const domain_id = await world.created('acme-root', 'waf.example.com', { policy_id: served });
    await world.judge('acme-support', domain_id, 4);
    const releases = async () => {
      const { list } = (await world.call('GET', `${LIST}/${domain_id}/releases`, { as: 'acme-root' })).body.data;
      return list.filter((release: { kind: string }) => release.kind === 'policy');
    };
    const before = (await releases()).length;
    const { tag, rule_id, rules } = await made({ policy_id: served });
    const [latest] = await releases();
    expect(latest.changes.waf_groups.new).toEqual([
      {
        ...{ tag, rule_id, name: 'Injection', waf_type: 1, sub_rule_condition: 0, scope: '', action: 1 },
        rules: [
          {
            rule_id: rules[0].rule_id,
            ...{ zone: 'ARGS', sub_field: 'q', pattern_type: 5, pattern: RULE.pattern, is_not: false },
          },
        ],
      },
    ]);
    expect(await releases()).toHaveLength(before + 1);
    await edit(tag, { describe: 'A note', rules });
    expect(await releases()).toHaveLength(before + 1);
    await setStatus(tag, 1);
    expect((await releases())[0].changes.waf_groups.new).toEqual([]);
    await remove(tag);
    expect(await releases()).toHaveLength(before + 2);
  });
});
