import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectField, LIST } from '@/lib/guard/domains/testing';
import { MAX_ALERT_RULES } from './contract';
import { type AlertRules, RULE, RULES, startAlertRules } from './testing';

let world: AlertRules;
let { create, edit, remove, made } = {} as AlertRules;
let shop: string;
let mail: string;

beforeAll(async () => {
  world = await startAlertRules();
  ({ create, edit, remove, made } = world);
  shop = await world.created('acme-root', 'shop.example.com');
  mail = await world.created('acme-child', 'mail.example.com');
});
afterAll(() => world.close());

const read = (id: number, as = 'acme-root') => world.call('GET', `${RULES}/${id}`, { as });
const list = async (query = '', as = 'acme-root') =>
  (await world.call('GET', `${RULES}?${query}`, { as })).body.data as { list: { id: number }[]; total: number };
const ids = async (query: string, as = 'acme-root') => (await list(query, as)).list.map(({ id }) => id);

describe('alert rules', () => {
  it('are made with defaults, read, listed, changed in part and deleted', async () => {
    const { user_id } = await world.scopeOf('acme-root', 'root');
    const data = await made({ name: 'First' });
    expect(data).toEqual({
      id: expect.any(Number),
      name: 'First',
      domain_id: '',
      domain: '',
      policy_type: 'threshold',
      metric: 'requests',
      comparison: 'above',
      threshold: 1_000,
      deviations: 3,
      baseline_days: 7,
      window_minutes: 5,
      min_volume: 0,
      quiet_minutes: 60,
      schedule: null,
      channel_ids: [],
      status: 2,
      judged_until: 0,
      user_id,
      user_name: 'acme-root',
      ctime: expect.any(Number),
      utime: data.ctime,
    });
    expect((await read(data.id)).body.data).toEqual(data);
    expect((await list('keyword=first')).list).toEqual([{ ...data, last_fired: 0 }]);
    const schedule = { days: [1, 5], start_minute: 1_320, end_minute: 360, time_zone: 'Asia/Shanghai' };
    const changed = { schedule, threshold: 12.5, metric: 'share_5xx', status: 1 };
    const after = (await edit(data.id, changed)).body.data;
    expect(after).toEqual({ ...data, ...changed, utime: expect.any(Number) });
    expect(after.utime).toBeGreaterThan(data.utime);
    expect((await remove(data.id)).body).toEqual({ code: 0, message: 'ok', data: null });
    for (const gone of [await read(data.id), await edit(data.id, {}), await remove(data.id)]) {
      expect(gone.status).toBe(404);
    }
    expect((await made()).id).toBeGreaterThan(data.id);
  });

  it('for one domain belong to its owner; another domain must be of the same account', async () => {
    const child = await world.scopeOf('acme-child', 'user');
    for (const as of ['acme-support', 'acme-root', 'acme-child']) {
      const rule = await made({ domain_id: mail }, as);
      expect(rule).toMatchObject({ domain: 'mail.example.com', user_id: child.user_id, user_name: 'acme-child' });
    }
    const unknown = 'err.analytics.alert_rule.domain_unknown';
    const foreign = await world.created('acme-other', 'foreign.example.com');
    for (const domain_id of [foreign, 'nowhere']) {
      expectField(await create({ domain_id }), 'domain_id', unknown);
    }
    expectField(await create({ domain_id: shop }, 'acme-child'), 'domain_id', unknown);
    expectField(await create({ domain_id: shop }, 'borealis-support'), 'domain_id', unknown);
    const { id } = await made({ domain_id: shop });
    expectField(await edit(id, { domain_id: foreign }, 'acme-support'), 'domain_id', unknown);
    expect((await edit(id, { domain_id: mail })).body.data.user_name).toBe('acme-child');
    expect((await edit(id, { domain_id: '' })).body.data).toMatchObject({ domain_id: '', domain: '' });
  });

  it('name what is wrong or missing', async () => {
    const night = { days: [1], start_minute: 0, end_minute: 60, time_zone: 'UTC' };
    const cases: [object, string][] = [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ metric: 'luck' }, 'metric'],
      [{ metric: undefined }, 'metric'],
      [{ policy_type: 'hunch' }, 'policy_type'],
      [{ comparison: 'beside' }, 'comparison'],
      [{ threshold: -1 }, 'threshold'],
      [{ threshold: '5' }, 'threshold'],
      [{ threshold: undefined }, 'threshold'],
      [{ deviations: 0 }, 'deviations'],
      [{ baseline_days: 2 }, 'baseline_days'],
      [{ baseline_days: 29 }, 'baseline_days'],
      [{ window_minutes: 7 }, 'window_minutes'],
      [{ min_volume: -1 }, 'min_volume'],
      [{ quiet_minutes: 4 }, 'quiet_minutes'],
      [{ status: 0 }, 'status'],
      [{ schedule: { ...night, days: [] } }, 'schedule.days'],
      [{ schedule: { ...night, days: [8] } }, 'schedule.days.0'],
      [{ schedule: { ...night, start_minute: 1_440 } }, 'schedule.start_minute'],
      [{ schedule: { ...night, end_minute: 0 } }, 'schedule.end_minute'],
      [{ schedule: { ...night, time_zone: 'Mars/Base' } }, 'schedule.time_zone'],
    ];
    for (const [change, field] of cases) expectField(await create(change), field);
    const threshold = 'err.analytics.alert_rule.threshold';
    expectField(await create({ metric: 'share_5xx', threshold: 101 }), 'threshold', threshold);
    expectField(await create({ comparison: 'below', threshold: 0 }), 'threshold', threshold);
    expectField(await create({ metric: 'share_5xx', threshold: 100 }), 'threshold', threshold);
    const drop = { policy_type: 'spike', comparison: 'below' };
    expectField(await create({ ...drop, deviations: 10 }), 'deviations', threshold);
    expect((await made({ ...drop, deviations: 9.9 })).deviations).toBe(9.9);
    expect((await made({ policy_type: 'spike', threshold: undefined })).threshold).toBe(0);
    const { id } = await made({ metric: 'bytes_out', threshold: 5e9 });
    expectField(await edit(id, { metric: 'share_4xx' }), 'threshold', threshold);
  });

  it('refuse an edit of what has changed since it was read, where its editor says when that was', async () => {
    const { id, utime } = await made();
    expect((await edit(id, { name: 'Two' }, 'acme-root', `?utime=${utime}`)).status).toBe(200);
    expectField(await edit(id, { name: 'Three' }, 'acme-root', `?utime=${utime}`), 'utime', 'err.changed');
  });

  it('are at most so many in an account, however many are made at once', async () => {
    const first = await made({}, 'acme-other');
    const { oem_id, root_id, user_id, ...row } = await world.db
      .selectFrom('alert_rules')
      .selectAll()
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    const { id: _, ...copy } = row;
    const copies = Array.from({ length: MAX_ALERT_RULES - 3 }, () => ({ ...copy, oem_id, root_id, user_id }));
    await world.runtime.store.transaction((tx) => tx.insertInto('alert_rules').values(copies).execute());
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({}, 'acme-other')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body).toMatchObject({
      err_key: 'err.analytics.alert_rule.too_many',
      data: { category: 'conflict' },
    });
    expect((await list('', 'acme-other')).total).toBe(MAX_ALERT_RULES);
  });
});

describe('the list', () => {
  it('filters by domain, type, status and words', async () => {
    const domain_id = await world.created('acme-root', 'bücher.example.com');
    const first = await made({ domain_id, name: 'Käse 50%' });
    const second = await made({ domain_id, policy_type: 'spike', status: 1 });
    const of = (query: string) => ids(`domain_id=${domain_id}&${query}`);
    expect(await of('')).toEqual([second.id, first.id]);
    expect(await of('status=1')).toEqual([second.id]);
    expect(await of('policy_type=threshold')).toEqual([first.id]);
    expect(await of('size=1&page=2')).toEqual([first.id]);
    expect(await of(`keyword=${encodeURIComponent('käse 50%')}`)).toEqual([first.id]);
    for (const word of ['BÜCHER', 'xn--bcher'])
      expect(await of(`keyword=${encodeURIComponent(word)}`)).toEqual([second.id, first.id]);
    for (const query of ['status=3', 'policy_type=luck', 'page=0', 'size=101', 'domain_id=']) {
      expect((await world.call('GET', `${RULES}?${query}`, { as: 'acme-root' })).status, query).toBe(400);
    }
  });

  it('and each rule are seen in their account and by the staff of their brand alone', async () => {
    const { id } = await made({ domain_id: mail }, 'acme-child');
    for (const as of ['acme-child', 'acme-root', 'acme-support', 'acme-auditor']) {
      expect((await read(id, as)).status, as).toBe(200);
      expect(await ids(`domain_id=${mail}&size=100`, as), as).toContain(id);
    }
    const missing = await read(999_999_999);
    for (const as of ['acme-other', 'acme-viewer', 'borealis-root', 'borealis-support']) {
      expect((await list(`domain_id=${mail}`, as)).total, as).toBe(0);
      expect((await read(id, as)).body, as).toEqual(missing.body);
      const status = as === 'acme-viewer' ? 403 : 404;
      expect((await edit(id, {}, as)).status, as).toBe(status);
      expect((await remove(id, as)).status, as).toBe(status);
    }
    for (const as of ['acme-nobody', 'acme-editor']) {
      expect((await world.call('GET', RULES, { as })).status, as).toBe(403);
      expect((await create({}, as)).status, as).toBe(403);
    }
    expect((await create({}, 'acme-auditor')).status).toBe(403);
  });
});

describe('the record', () => {
  it('has one audit row and one revision for each write, refusals too, and of a rule that ends with its domain', async () => {
    const domain_id = await world.created('acme-root', 'ending.example.com');
    const rule = await made({ domain_id });
    await edit(rule.id, { name: 'Later' }, 'acme-support');
    await edit(rule.id, { window_minutes: 7 });
    expect((await world.call('DELETE', `${LIST}/${domain_id}`, { as: 'acme-root' })).status).toBe(200);
    expect((await read(rule.id)).status).toBe(404);
    const rows = await world.db
      .selectFrom('audit_logs')
      .select(['action', 'actor_name', 'http_status', 'resource_label', 'detail'])
      .where('resource_type', '=', 'alert_rule')
      .where('resource_id', '=', String(rule.id))
      .orderBy('id')
      .execute();
    expect(rows.map((row) => [row.action, row.actor_name, row.http_status])).toEqual([
      ['analytics.alertrule.create', 'acme-root', 201],
      ['analytics.alertrule.edit', 'acme-support', 200],
      ['analytics.alertrule.edit', 'acme-root', 400],
    ]);
    expect(rows[0]?.resource_label).toBe(RULE.name);
    expect(JSON.parse(rows[1]?.detail ?? '{}').changes.name).toEqual({ old: RULE.name, new: 'Later' });
    const revisions = await world.db
      .selectFrom('revisions')
      .innerJoin('audit_logs', 'audit_logs.id', 'revisions.audit_id')
      .select(['revisions.after', 'audit_logs.action'])
      .where('object_type', '=', 'alert_rule')
      .where('object_id', '=', String(rule.id))
      .orderBy('revision')
      .execute();
    expect(revisions.map(({ action, after }) => [action, after === 'null'])).toEqual([
      ['analytics.alertrule.create', false],
      ['analytics.alertrule.edit', false],
      ['guard.domain.delete', true],
    ]);
  });

  it('keeps a user who has rules of their own', async () => {
    const { user_id } = await world.scopeOf('acme-child', 'user');
    const answer = await world.call('DELETE', `/api/sys/users/${user_id}`, { as: 'acme-root' });
    expect(answer.body.err_key).toBe('err.sys.user.owns');
    expect(answer.body.message).toContain('alert rule');
  });
});
