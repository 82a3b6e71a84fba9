import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectField, LIST, ORIGIN } from '@/lib/guard/domains/testing';
import { artefactOf, idOf, KINDS, type RuleKind, type Rules, startRules } from './testing';

let world: Rules;
beforeAll(async () => {
  world = await startRules();
});
afterAll(() => world.close());

describe.each(KINDS.map((one) => [one.kind, one] as const))('%s rules', (kind, one: RuleKind) => {
  const own = () => world.rulesOf(one, world.policy_id);
  const fresh = async (name: string) => {
    const policy_id = await world.policy('acme-root', `${kind} ${name}`);
    return { policy_id, rules: world.rulesOf(one, policy_id) };
  };

  it('are made, listed newest first, read, changed, switched and deleted', async () => {
    const { rules } = await fresh('life');
    const first = await rules.create();
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const { utime, ...made } = first.body.data;
    expect(first.body.data).toEqual({
      ...one.rule,
      ...one.defaults,
      rule_id: expect.any(Number),
      describe: '',
      stime: 0,
      etime: 0,
      status: 1,
      ctime: utime,
      utime,
    });
    const second = await rules.create({ name: 'Second', describe: 'x', stime: 1000, etime: 2000 });
    const page = (await rules.list('page=1&size=1')).body.data;
    expect(page).toEqual({ list: [second.body.data], total: 2, page: 1, size: 1 });
    expect((await rules.list('page=2&size=1')).body.data.list).toEqual([first.body.data]);
    expect((await rules.view(idOf(first))).body.data).toEqual(first.body.data);

    expect((await rules.status(idOf(first), 2)).body).toEqual({ code: 0, message: 'ok', data: null });
    const edited = await rules.edit(idOf(first), { ...one.rule, name: 'Changed' });
    expect(edited.body.data).toEqual({ ...made, name: 'Changed', status: 2, utime: expect.any(Number) });
    expect(edited.body.data.utime).toBeGreaterThan(utime);
    expect((await rules.view(idOf(first))).body.data).toEqual(edited.body.data);

    expect((await rules.remove(idOf(second))).body.data).toBeNull();
    expect((await rules.remove(idOf(second))).status).toBe(404);
    const third = await rules.create();
    expect(idOf(third)).toBeGreaterThan(idOf(second));
  });

  it('are replaced in full: what a change leaves out takes its default', async () => {
    const { rules } = await fresh('replaced');
    const made = await rules.create({ describe: 'why', stime: 1, etime: 9 });
    const edited = (await rules.edit(idOf(made), one.rule)).body.data;
    expect(edited).toMatchObject({ describe: '', stime: 0, etime: 0 });
    expectField(await rules.edit(idOf(made), { ...one.rule, matches: undefined }), 'matches');
    expectField(await rules.edit(idOf(made), { ...one.rule, action: undefined }), 'action');
  });

  it('name what is wrong, and what would be right', async () => {
    const { rules } = await fresh('wrong');
    const match = (change: object) => ({ matches: [{ field: 'path', op: 'eq', data: '/', ...change }] });
    const cases: [object, string][] = [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: 5 }, 'name'],
      [{ describe: 'x'.repeat(501) }, 'describe'],
      [{ matches: [] }, 'matches'],
      [{ matches: Array(17).fill(one.rule.matches[0]) }, 'matches'],
      [{ matches: undefined }, 'matches'],
      [match({ field: 'nothing' }), 'matches.0.field'],
      [match({ field: 'constructor' }), 'matches.0.field'],
      [match({ field: 'path:x' }), 'matches.0.field'],
      [match({ field: 'header:' }), 'matches.0.field'],
      [match({ field: 'header:a b' }), 'matches.0.field'],
      [match({ op: 'like' }), 'matches.0.op'],
      [match({ op: 'in' }), 'matches.0.op'],
      [match({ data: '' }), 'matches.0.data'],
      [match({ data: 5 }), 'matches.0.data'],
      [match({ data: 'x'.repeat(1025) }), 'matches.0.data'],
      [match({ op: 'regex', data: 'x'.repeat(513) }), 'matches.0.data'],
      [match({ field: 'ip', data: '1.2.3' }), 'matches.0.data'],
      [match({ field: 'ip', data: '1.2.3.4/33' }), 'matches.0.data'],
      [match({ field: 'ip', op: 'in', data: '1.2.3.4, x' }), 'matches.0.data'],
      [match({ field: 'ip', op: 'contains', data: '1.2' }), 'matches.0.op'],
      [match({ field: 'country', data: 'de' }), 'matches.0.data'],
      [match({ field: 'country', data: 'ZZ' }), 'matches.0.data'],
      [match({ field: 'country', op: 'in', data: 'DE,' }), 'matches.0.data'],
      [match({ field: 'method', data: 'get' }), 'matches.0.data'],
      [match({ field: 'asn', data: '-1' }), 'matches.0.data'],
      [match({ field: 'asn', data: '01' }), 'matches.0.data'],
      [match({ field: 'header:x', op: 'exists', data: 'x' }), 'matches.0.data'],
      [{ stime: -1 }, 'stime'],
      [{ stime: '0' }, 'stime'],
      [{ stime: 2, etime: 2 }, 'etime'],
      [{ action: {} }, 'action.action_type'],
      [{ action: { ...one.rule.action, action_type: 'drop' } }, 'action.action_type'],
      [{ action: { ...one.rule.action, duration: -1 } }, 'action.duration'],
      [{ action: { ...one.rule.action, content: 'x'.repeat(16_385) } }, 'action.content'],
    ];
    for (const [change, field] of cases) expectField(await rules.create(change), field);
    expect((await rules.create({ stime: 2, etime: 2 })).body.message).toBe(
      'etime: “Until” must be later than “In effect from”.',
    );
    expect((await rules.create(match({ op: 'in' }))).body.data.valid_values).toContain('regex');
    expect((await rules.create(match({ field: 'nothing' }))).body.data.valid_values).toContain('header');
    expect((await rules.list()).body.data.total).toBe(0);
  });

  it('take every kind of condition', async () => {
    const { rules } = await fresh('right');
    const matches = [
      { field: 'uri', op: 'regex', data: '^/api/v\\d+/(a|b)?$' },
      { field: 'host', op: 'suffix', data: '.example.com' },
      { field: 'method', op: 'in', data: 'POST, PUT' },
      { field: 'ip', op: 'in', data: '192.0.2.1,2001:db8::/32' },
      { field: 'ip', op: 'ne', data: '2001:db8::1' },
      { field: 'country', op: 'not_in', data: 'DE,FR' },
      { field: 'asn', op: 'eq', data: '64500' },
      { field: 'header', op: 'contains', data: 'curl' },
      { field: 'header:X-Token', op: 'not_exists', data: '' },
      { field: 'cookie:a:b', op: 'eq', data: '1' },
      { field: 'arg:q', op: 'not_regex', data: '(?i)select' },
      { field: 'body', op: 'contains', data: ' ' },
      { field: 'content_length', op: 'gt', data: '1048576' },
    ];
    const made = await rules.create({ matches });
    expect(made.body.data.matches).toEqual(matches);
  });

  it('refuse an expression that no linear engine can match, with the place, in both languages', async () => {
    const { policy_id, rules } = await fresh('patterns');
    const matches = [one.rule.matches[0], { field: 'path', op: 'regex', data: '/a(?=b)' }];
    const refused = await rules.create({ matches });
    expectField(refused, 'matches.1.data', 'err.guard.rule.pattern');
    expect(refused.body.message).toMatch(/character 3: .*lookahead/);
    const body = { ...one.rule, matches };
    const path = `/api/guard/policies/${policy_id}/${kind}/rules`;
    const headers = { 'Accept-Language': 'zh-CN' };
    expect((await world.call('POST', path, { as: 'acme-root', body, headers })).body.message).toMatch(/第 3 个字符/);
    const made = idOf(await rules.create());
    expectField(await rules.edit(made, body), 'matches.1.data', 'err.guard.rule.pattern');
  });

  it('have a status that is an integer, in a call of its own', async () => {
    const { rules } = await fresh('status');
    const made = await rules.create({ status: 2 });
    expect(made.headers.get('x-ignored-fields')).toBe('status');
    expect(made.body.data.status).toBe(1);
    for (const status of ['1', '2', 0, 3, true, null, undefined, 1.5]) {
      const refused = await rules.status(idOf(made), status);
      expectField(refused, 'status');
      if (status !== undefined) expect(refused.body.data.valid_values).toEqual([1, 2]);
    }
    expect((await rules.view(idOf(made))).body.data).toEqual(made.body.data);
    expect((await rules.status(0, 1)).status).toBe(404);
  });

  it('belong to their policy and its account', async () => {
    const { policy_id, rules } = await fresh('own');
    const made = await rules.create();
    const missing = await rules.view(999_999_999);
    const elsewhere = own();
    const strangers = ['acme-other', 'borealis-root', 'borealis-support', 'acme-child'].map((as) =>
      world.rulesOf(one, policy_id, as),
    );
    for (const others of [elsewhere, ...strangers]) {
      const id = idOf(made);
      const answers = [
        await others.view(id),
        await others.edit(id, one.rule),
        await others.status(id, 2),
        await others.remove(id),
        await others.move(id, policy_id),
      ];
      for (const { status, body } of answers) expect([status, body]).toEqual([404, missing.body]);
    }
    for (const others of strangers) {
      expect((await others.list()).status).toBe(404);
      expect((await others.create()).status).toBe(404);
    }
    for (const id of ['x', '0', '-1', '01', '1e3', '99999999999999999'])
      expect((await rules.view(id)).status).toBe(404);
    expect((await world.rulesOf(one, policy_id, 'acme-support').view(idOf(made))).status).toBe(200);
    expect((await rules.view(idOf(made))).body.data).toEqual(made.body.data);
  });

  it('ask for the permissions of the specification', async () => {
    const id = idOf(await own().create());
    const viewer = world.rulesOf(one, world.policy_id, 'acme-auditor');
    expect((await viewer.list()).status).toBe(200);
    expect((await viewer.view(id)).status).toBe(200);
    const refusals = [
      viewer.create(),
      viewer.edit(id, {}),
      viewer.status(id, 2),
      viewer.remove(id),
      viewer.move(id, 'x'),
    ];
    for (const refused of await Promise.all(refusals)) expect(refused.status).toBe(403);
  });

  it('leave an audit row and a revision with each write, and a row with each refusal', async () => {
    const { policy_id, rules } = await fresh('audited');
    const id = idOf(await rules.create());
    await world.rulesOf(one, policy_id, 'acme-support').edit(id, { ...one.rule, name: 'By support' });
    await rules.status(id, 2);
    await rules.edit(id, { ...one.rule, name: '' });
    await rules.remove(id);
    const logs = world.db.selectFrom('audit_logs').selectAll().where('resource_type', '=', one.type);
    const rows = await logs.where('resource_id', '=', String(id)).orderBy('id').execute();
    expect(rows.map((row) => [row.action, row.status, row.resource_label, row.on_behalf_user_name])).toEqual([
      [`guard.${kind}.create`, 1, `${kind} audited, Sign-in`, ''],
      [`guard.${kind}.edit`, 1, `${kind} audited, By support`, 'acme-root'],
      [`guard.${kind}.edit`, 1, `${kind} audited, By support`, ''],
      [`guard.${kind}.edit`, 2, '', ''],
      [`guard.${kind}.delete`, 1, `${kind} audited, By support`, ''],
    ]);
    expect(JSON.parse(rows[1]?.detail ?? '').changes).toEqual({ name: { old: 'Sign-in', new: 'By support' } });
    expect(JSON.parse(rows[2]?.detail ?? '').changes).toEqual({ status: { old: 1, new: 2 } });
    const revisions = world.db
      .selectFrom('revisions')
      .select(['revision', 'after'])
      .where('object_type', '=', one.type);
    const kept = await revisions.where('object_id', '=', String(id)).orderBy('revision').execute();
    expect(kept.map((row) => JSON.parse(row.after)?.name)).toEqual(['Sign-in', 'By support', 'By support', undefined]);
  });

  it('keep what open objects hold beyond the known fields, whatever it is called', async () => {
    const { rules } = await fresh('open');
    const unknown = { key: 'k', cookie: 'c', password: 'p', 'a b': [1, { deep: null }], unit: 0.5 };
    const action = { ...one.rule.action, ...unknown };
    const open =
      one.kind === 'cc'
        ? { action, limit: { ...one.rule.limit, ...unknown }, stats: { name: 'n', data: unknown, ...unknown } }
        : { action };
    const made = await rules.create(open);
    expect(made.body.data).toMatchObject(open);
    const id = idOf(made);
    const stored = (await rules.view(id)).body.data;
    expect(stored.action).toEqual(action);
    const written = await rules.edit(id, stored);
    expect(written.body.data).toEqual({ ...stored, utime: expect.any(Number) });
    const logs = world.db.selectFrom('audit_logs').select('detail').where('resource_id', '=', String(id));
    const rows = await logs.where('resource_type', '=', one.type).execute();
    expect(rows.map((row) => row.detail).join()).not.toContain('[redacted]');
    let deep: object = {};
    for (let i = 0; i < 9; i++) deep = { deep };
    expectField(await rules.create({ action: { ...one.rule.action, deep } }), 'action');
    expectField(await rules.create({ action: { ...one.rule.action, long: 'x'.repeat(4096) } }), 'action');
  });

  it('may be changed only as they were seen', async () => {
    const { rules } = await fresh('seen');
    const made = (await rules.create()).body.data;
    const first = await rules.edit(made.rule_id, { ...one.rule, name: 'First' }, `utime=${made.utime}`);
    expect(first.status).toBe(200);
    const second = await rules.edit(made.rule_id, { ...one.rule, name: 'Second' }, `utime=${made.utime}`);
    expect(second.status).toBe(400);
    expect(second.body).toMatchObject({ err_key: 'err.changed', data: { category: 'conflict' } });
    expect((await rules.view(made.rule_id)).body.data).toEqual(first.body.data);
    expect((await rules.edit(made.rule_id, { ...one.rule, name: 'Third' })).status).toBe(200);
    expectField(await rules.edit(made.rule_id, one.rule, 'utime=x'), 'utime');
  });

  it('of two writers at once let one through', async () => {
    const { rules } = await fresh('race');
    const { rule_id, utime } = (await rules.create()).body.data;
    const edit = (name: string) => rules.edit(rule_id, { ...one.rule, name }, `utime=${utime}`);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => edit(`Writer ${i}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it('are counted, and end with their policy, each with a revision', async () => {
    const { policy_id, rules } = await fresh('counted');
    const ids = [idOf(await rules.create()), idOf(await rules.create())];
    await rules.status(ids[0], 2);
    const path = `/api/guard/policies/${policy_id}`;
    const counted = { cc_rule_count: 0, acl_rule_count: 0, [`${kind}_rule_count`]: 2 };
    expect((await world.call('GET', path, { as: 'acme-root' })).body.data).toMatchObject(counted);
    const listed = await world.call('GET', `/api/guard/policies?keyword=${kind}%20counted`, { as: 'acme-root' });
    expect(listed.body.data.list).toMatchObject([counted]);
    expect((await world.call('PUT', path, { as: 'acme-root', body: {} })).body.data).toMatchObject(counted);
    expect((await world.call('DELETE', path, { as: 'acme-root' })).status).toBe(200);
    expect((await rules.view(ids[0])).status).toBe(404);
    const revisions = world.db.selectFrom('revisions').select(['object_id', 'before', 'after']);
    const ended = await revisions.where('object_type', '=', one.type).where('after', '=', 'null').execute();
    for (const id of ids) {
      const row = ended.find(({ object_id }) => object_id === String(id));
      expect(JSON.parse(row?.before ?? 'null')).toMatchObject({ rule_id: id });
    }
    const left = await world.db.selectFrom(one.table).select('rule_id').where('policy_id', '=', policy_id).execute();
    expect(left).toEqual([]);
  });

  it('move to another policy of their account, and of no other', async () => {
    const { policy_id, rules } = await fresh('from');
    const to = await fresh('to');
    const made = await rules.create();
    const id = idOf(made);
    const foreign = world.policies.get('acme-other') ?? '';
    for (const target of [foreign, 'nothing']) {
      expectField(await rules.move(id, target), 'policy_id', 'err.guard.rule.policy_unknown');
      const staff = world.rulesOf(one, policy_id, 'acme-support');
      expectField(await staff.move(id, target), 'policy_id', 'err.guard.rule.policy_unknown');
    }
    expectField(await rules.move(id, 5), 'policy_id');
    const moved = await rules.move(id, to.policy_id);
    expect(moved.body.data).toEqual({ ...made.body.data, utime: expect.any(Number) });
    expect((await rules.view(id)).status).toBe(404);
    expect((await to.rules.view(id)).body.data).toEqual(moved.body.data);
    const logs = world.db.selectFrom('audit_logs').select(['detail', 'message']).where('resource_id', '=', String(id));
    const rows = await logs
      .where('resource_type', '=', one.type)
      .where('status', '=', 1)
      .orderBy('id', 'desc')
      .execute();
    expect(JSON.parse(rows[0]?.detail ?? '').changes).toEqual({ policy_id: { old: policy_id, new: to.policy_id } });
    expect(rows[0]?.message).toContain(to.policy_id);
    expect((await to.rules.move(id, to.policy_id)).status).toBe(200);
  });

  it('reach nodes with their policy: the enabled ones, oldest first, without what concerns people alone', async () => {
    const { policy_id, rules } = await fresh('delivered');
    const used = { domain: `${kind}.delivered.example.com`, policy_id, src_sites: [ORIGIN] };
    const domain = await world.call('POST', LIST, { as: 'acme-root', body: used });
    await world.judge('acme-support', domain.body.data.domain_id, 4);
    const [first, second] = [idOf(await rules.create({ name: 'First' })), idOf(await rules.create({ name: 'Second' }))];
    const ids = async () =>
      (await artefactOf(world, policy_id))[`${kind}_rules`].map((rule: { rule_id: number }) => rule.rule_id);
    expect(await ids()).toEqual([first, second]);
    const rule = (await artefactOf(world, policy_id))[`${kind}_rules`][0];
    expect(rule).toEqual({ ...one.rule, ...one.defaults, name: 'First', rule_id: first, stime: 0, etime: 0 });
    const { number } = await artefactOf(world, policy_id);
    await rules.edit(first, { ...one.rule, name: 'First', describe: 'only for people' });
    expect((await artefactOf(world, policy_id)).number).toBe(number);
    await rules.status(first, 2);
    expect(await ids()).toEqual([second]);
    await rules.status(first, 1);
    await rules.remove(second);
    expect(await ids()).toEqual([first]);
    const to = await fresh('delivered elsewhere');
    await rules.move(first, to.policy_id);
    expect(await ids()).toEqual([]);
    const refused = await world.call('DELETE', `/api/guard/policies/${policy_id}`, { as: 'acme-root' });
    expect(refused.body).toMatchObject({ err_key: 'err.guard.policy.in_use', data: { category: 'conflict' } });
    expect(refused.body.message).toContain(used.domain);
  });

  it('hold all that their limits allow, in any script', async () => {
    const { rules } = await fresh('in Chinese');
    const action = { ...one.rule.action, action_type: 'page', content: '𠮷'.repeat(16_384) };
    const match = { field: 'header', op: 'contains', data: '拦'.repeat(1024) };
    const made = await rules.create({ describe: '述'.repeat(500), matches: Array(16).fill(match), action });
    expect(made.body.data).toMatchObject({ action, matches: Array(16).fill(match) });
    const longer = await rules.create({ action: { ...action, content: `${action.content}页` } });
    expect(longer.body.data).toMatchObject({ field: 'action.content' });
  });

  it('have a largest number and a largest size in a policy', async () => {
    const { policy_id, rules } = await fresh('full');
    const content = 'x'.repeat(16_384);
    const action = { ...one.rule.action, action_type: 'page', content };
    let made = await rules.create({ action });
    const first = idOf(made);
    let count = 0;
    while (made.status === 201) {
      count++;
      made = await rules.create({ action });
    }
    expect(made.body).toMatchObject({ err_key: 'err.guard.rule.too_large', data: { category: 'conflict' } });
    expect((await rules.list()).body.data.total).toBe(count);
    const other = await fresh('empty');
    expect((await rules.move(first, other.policy_id)).status).toBe(200);
    const small = idOf(await rules.create());
    expect((await rules.edit(small, { ...one.rule, action })).body.err_key).toBeUndefined();
    await world.runtime.store.writer.deleteFrom(one.table).where('policy_id', '=', policy_id).execute();
    const answers = await Promise.all(Array.from({ length: 205 }, () => rules.create()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(200);
    expect(answers.find(({ status }) => status === 400)?.body.err_key).toBe('err.guard.rule.too_many');
  }, 60_000);
});
