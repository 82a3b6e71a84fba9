import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { judgeRules } from '@/lib/analytics/alert-rules/evaluate';
import { STEP_MS } from '@/lib/analytics/alert-rules/judge';
import {
  type AlertRules,
  approvedDomain,
  RULES,
  sendTraffic,
  startAlertRules,
  stopJudging,
} from '@/lib/analytics/alert-rules/testing';
import { expectField } from '@/lib/guard/domains/testing';
import { DAY_MS } from '@/lib/jobs/prune';
import { enqueue } from '@/lib/jobs/queue';
import { masterKey, Seal } from '@/lib/seal/seal';
import { MAX_ALERT_CHANNELS } from './contract';
import { DELIVER } from './deliver';
import { Mailer } from './mailer';
import { openTarget, rewrapTargets } from './sealed';
import { allowLoopback, CHANNELS, SECRET, startMailServer, startReceiver, startSilent } from './testing';

let world: AlertRules;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let answer = 200;
beforeAll(async () => {
  world = await startAlertRules();
  await stopJudging(world);
  receiver = await startReceiver(() => ({ status: answer }));
});
afterAll(async () => {
  receiver.close();
  await world.close();
});

const HOOK = { name: 'Hook', kind: 'webhook', url: 'https://hooks.example.com/in/token-1', secret: SECRET };
const create = (more: object = {}, as = 'acme-root') =>
  world.call('POST', CHANNELS, { as, body: { ...HOOK, ...more } });
async function made(more: object = {}, as = 'acme-root') {
  const { status, body } = await create(more, as);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}
const read = (id: number, as = 'acme-root') => world.call('GET', `${CHANNELS}/${id}`, { as });
const edit = (id: number, body: object, as = 'acme-root', query = '') =>
  world.call('PUT', `${CHANNELS}/${id}${query}`, { as, body });
const remove = (id: number, as = 'acme-root') => world.call('DELETE', `${CHANNELS}/${id}`, { as });
const test = (id: number, as = 'acme-root') => world.call('POST', `${CHANNELS}/${id}/test`, { as });
const ids = async (query = '', as = 'acme-root') =>
  (await world.call('GET', `${CHANNELS}?${query}`, { as })).body.data.list.map(({ id }: { id: number }) => id);

describe('alert channels', () => {
  it('are made, read, listed, changed in part and deleted, and never say their address or secret', async () => {
    const { user_id } = await world.scopeOf('acme-root', 'root');
    const data = await made({ name: 'First' });
    expect(data).toEqual({
      id: expect.any(Number),
      name: 'First',
      kind: 'webhook',
      origin: 'https://hooks.example.com',
      has_secret: true,
      locale: 'en-US',
      status: 2,
      sent: 0,
      failed: 0,
      dropped: 0,
      last_outcome: 'none',
      last_time: 0,
      last_error: '',
      user_id,
      user_name: 'acme-root',
      ctime: expect.any(Number),
      utime: data.ctime,
    });
    expect((await read(data.id)).body.data).toEqual(data);
    expect(await ids('keyword=FIRST')).toEqual([data.id]);
    const url = 'https://other.example.com:8443/in/token-2';
    const after = (await edit(data.id, { url, locale: 'zh-CN', name: 'Second' })).body.data;
    expect(after).toMatchObject({ origin: 'https://other.example.com:8443', locale: 'zh-CN', has_secret: true });
    expectField(await edit(data.id, { name: 'Third' }, 'acme-root', `?utime=${data.utime}`), 'utime', 'err.changed');
    expect((await remove(data.id)).body).toEqual({ code: 0, message: 'ok', data: null });
    for (const gone of [await read(data.id), await edit(data.id, {}), await remove(data.id), await test(data.id)]) {
      expect(gone.status).toBe(404);
    }
    const db = world.db;
    const [rows, logs, revisions] = [
      await db.selectFrom('alert_channels').selectAll().execute(),
      await db.selectFrom('audit_logs').selectAll().where('resource_type', '=', 'alert_channel').execute(),
      await db.selectFrom('revisions').selectAll().where('object_type', '=', 'alert_channel').execute(),
    ];
    const text = JSON.stringify([rows, logs, revisions]);
    for (const secret of ['token-1', 'token-2', SECRET]) expect(text).not.toContain(secret);
    expect(logs.map(({ action, http_status }) => [action, http_status])).toEqual([
      ['analytics.alertchannel.create', 201],
      ['analytics.alertchannel.edit', 200],
      ['analytics.alertchannel.edit', 400],
      ['analytics.alertchannel.delete', 200],
      ['analytics.alertchannel.edit', 404],
      ['analytics.alertchannel.delete', 404],
      ['analytics.alertchannel.test', 404],
    ]);
    expect(revisions).toHaveLength(3);
  });

  it('name what is wrong or missing', async () => {
    const cases: [object, string][] = [
      [{ name: '' }, 'name'],
      [{ kind: 'pigeon' }, 'kind'],
      [{ kind: undefined }, 'kind'],
      [{ url: undefined }, 'url'],
      [{ url: 'ftp://hooks.example.com' }, 'url'],
      [{ url: 'hooks.example.com' }, 'url'],
      [{ url: 'https://user:word@hooks.example.com' }, 'url'],
      [{ url: `https://hooks.example.com/${'x'.repeat(2048)}` }, 'url'],
      [{ secret: 'short' }, 'secret'],
      [{ secret: undefined }, 'secret'],
      [{ locale: 'fr' }, 'locale'],
      [{ status: 3 }, 'status'],
    ];
    for (const [change, field] of cases) expectField(await create(change), field);
    expect(await made({ kind: 'slack', secret: undefined })).toMatchObject({ has_secret: false });
    const { id } = await made();
    expectField(await edit(id, { secret: '' }), 'secret');
    expectField(await edit(id, { url: 'x' }), 'url');
  });

  it('are seen in their account and by the staff of their brand alone', async () => {
    const { id } = await made({}, 'acme-child');
    for (const as of ['acme-child', 'acme-root', 'acme-support', 'acme-auditor']) {
      expect((await read(id, as)).status, as).toBe(200);
      expect(await ids('size=100', as), as).toContain(id);
    }
    const missing = await read(999_999_999);
    for (const as of ['acme-other', 'acme-viewer', 'borealis-root', 'borealis-support']) {
      expect(await ids('size=100', as), as).not.toContain(id);
      expect((await read(id, as)).body, as).toEqual(missing.body);
      const status = as === 'acme-viewer' ? 403 : 404;
      for (const refused of [await edit(id, {}, as), await remove(id, as), await test(id, as)]) {
        expect(refused.status, as).toBe(status);
      }
    }
    for (const as of ['acme-nobody', 'acme-auditor']) expect((await create({}, as)).status, as).toBe(403);
  });

  it('are at most so many in an account', async () => {
    const all = Array.from({ length: MAX_ALERT_CHANNELS + 2 }, () => create({}, 'borealis-root'));
    const answers = await Promise.all(all);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_ALERT_CHANNELS);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body.err_key).toBe('err.analytics.alert_channel.too_many');
  });

  it('of a rule are of its account and stay while it names them', async () => {
    const own = await made();
    const foreign = await made({}, 'acme-other');
    const unknown = 'err.analytics.alert_rule.channel_unknown';
    for (const id of [foreign.id, 999_999_999]) {
      expectField(await world.create({ channel_ids: [own.id, id] }), 'channel_ids.1', unknown);
    }
    expectField(await world.create({ channel_ids: [own.id] }, 'acme-child'), 'channel_ids.0', unknown);
    const rule = await world.made({ channel_ids: [own.id] });
    expect(rule.channel_ids).toEqual([own.id]);
    expectField(await world.edit(rule.id, { channel_ids: [foreign.id] }, 'acme-support'), 'channel_ids.0', unknown);
    const { body: refused } = await remove(own.id);
    expect(refused).toMatchObject({
      err_key: 'err.analytics.alert_channel.in_use',
      message: `1 alert rule sends through this channel: ${rule.name}. Take it out of there first.`,
    });
    const through = async (as: string, id = own.id) =>
      (await world.call('GET', `${RULES}?channel_id=${id}`, { as })).body.data.list.map(
        (one: { id: number }) => one.id,
      );
    expect(await through('acme-root')).toEqual([rule.id]);
    expect(await through('acme-root', foreign.id)).toEqual([]);
    for (const as of ['acme-child', 'acme-other']) expect(await through(as), as).toEqual([]);
    expect((await world.edit(rule.id, { channel_ids: [] })).status).toBe(200);
    expect((await remove(own.id)).status).toBe(200);
    expect((await world.call('GET', `${RULES}/${rule.id}`, { as: 'acme-root' })).body.data.channel_ids).toEqual([]);
  });
});

describe('a test message', () => {
  it('does not go where probes may not go', async () => {
    const { id } = await made({ url: `http://127.0.0.1:${receiver.port}/` });
    expect((await test(id)).body.data).toEqual({ outcome: 'failed', error: 'address not allowed' });
    expect(receiver.received).toEqual([]);
    expect((await read(id)).body.data).toMatchObject({
      failed: 1,
      last_outcome: 'failed',
      last_error: 'address not allowed',
    });
  });

  it('says whether it arrived, in the language of the channel, also where the channel is off', async () => {
    allowLoopback(world.runtime);
    const { id } = await made({ url: `${receiver.url}/in`, locale: 'zh-CN', status: 1 });
    expect((await test(id)).body.data).toEqual({ outcome: 'sent', error: '' });
    const [one] = receiver.received.splice(0);
    expect(JSON.parse(one?.body ?? '')).toMatchObject({ event: 'test', alert: { title: 'Parapet 测试消息' } });
    expect((await read(id)).body.data).toMatchObject({ sent: 1, last_outcome: 'sent', last_error: '' });
  });

  it('is sent five times a minute at most', async () => {
    allowLoopback(world.runtime);
    const { id } = await made({ url: receiver.url }, 'acme-other');
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push(await test(id, 'acme-other'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(0);
    receiver.received.splice(0);
  });
});

describe('an alert', () => {
  /** A time on the grid that judging has not come to. */
  const at = Date.now() - (Date.now() % STEP_MS) - DAY_MS;
  const host = 'shop.example.com';
  let steps = 0;

  /** Lets a rule fire for the domain of this test. */
  async function fire() {
    const until = at + steps++ * 2 * STEP_MS;
    await sendTraffic(world, host, until, 6);
    await judgeRules(world.runtime, until + 60_000, new AbortController().signal);
    await world.runtime.jobs.settled();
  }
  const delivered = async () => {
    world.runtime.jobs.wake(DELIVER);
    await world.runtime.jobs.settled();
  };
  const waiting = () =>
    world.db.selectFrom('jobs').select(['id', 'attempts', 'error', 'failed_at']).where('kind', '=', DELIVER).execute();
  /** Brings what waits for another attempt on. */
  const hurry = () =>
    world.runtime.store.transaction((tx) =>
      tx.updateTable('jobs').set({ due_at: 0, wanted_at: 0 }).where('kind', '=', DELIVER).execute(),
    );

  it('is sent once through each channel of its rule that is on, signed', async () => {
    allowLoopback(world.runtime);
    const domain_id = await approvedDomain(world, 'acme-root', host);
    const [first, second, off] = [
      await made({ url: `${receiver.url}/first` }),
      await made({ url: `${receiver.url}/second`, kind: 'feishu', locale: 'zh-CN' }),
      await made({ url: `${receiver.url}/off`, status: 1 }),
    ];
    const channel_ids = [first.id, second.id, off.id];
    const rule = await world.made({ domain_id, threshold: 5, quiet_minutes: 5, channel_ids });
    await fire();
    await delivered();
    expect(await waiting()).toEqual([]);
    const sent = receiver.received.splice(0).sort((a, b) => (a.path < b.path ? -1 : 1));
    expect(sent.map(({ path }) => path)).toEqual(['/first', '/second']);
    const [hook, feishu] = sent;
    const { event, alert } = JSON.parse(hook?.body ?? '');
    expect(event).toBe('alert');
    const stored = await world.call('GET', `/api/analytics/alerts/${alert.id}`, { as: 'acme-root' });
    expect(alert).toEqual(stored.body.data);
    expect(hook?.headers['x-parapet-delivery']).toBe(alert.uuid);
    const text = `${hook?.headers['x-parapet-timestamp']}.${hook?.body}`;
    const signature = createHmac('sha256', SECRET).update(text).digest('hex');
    expect(hook?.headers['x-parapet-signature']).toBe(`sha256=${signature}`);
    expect(JSON.parse(feishu?.body ?? '').content.text).toContain('请求数高于 5');
    expect((await read(first.id)).body.data).toMatchObject({ sent: 1, failed: 0, last_outcome: 'sent' });
    const { list } = (await world.call('GET', `${RULES}?channel_id=${first.id}`, { as: 'acme-root' })).body.data;
    expect(list).toMatchObject([{ id: rule.id, last_fired: stored.body.data.ctime }]);
    await world.edit(rule.id, { status: 1 });
  });

  it('that does not arrive is tried again, then waits for a person, and goes when it is told to', async () => {
    allowLoopback(world.runtime);
    const { list } = (await world.call('GET', '/api/guard/domains?keyword=shop', { as: 'acme-root' })).body.data;
    const channel = await made({ url: `${receiver.url}/down` });
    const rule = { domain_id: list[0].domain_id, threshold: 5, quiet_minutes: 5, channel_ids: [channel.id] };
    const { id } = await world.made(rule);
    answer = 503;
    await fire();
    for (let n = 0; n < 12; n++) {
      await hurry();
      await delivered();
    }
    const [dead] = await waiting();
    expect(dead).toMatchObject({ attempts: 10, error: 'answered with status 503' });
    expect(Number(dead?.failed_at)).toBeGreaterThan(0);
    const state = (await read(channel.id)).body.data;
    expect(state).toMatchObject({
      sent: 0,
      failed: 10,
      last_outcome: 'failed',
      last_error: 'answered with status 503',
    });
    answer = 200;
    receiver.received.splice(0);
    await world.call('POST', `/api/sys/jobs/${dead?.id}/retry`, { as: 'admin', host: 'localhost' });
    await delivered();
    expect(await waiting()).toEqual([]);
    expect(receiver.received.splice(0)).toHaveLength(1);
    expect((await read(channel.id)).body.data).toMatchObject({ sent: 1, last_outcome: 'sent', last_error: '' });
    await world.remove(id);
  });

  it('is counted and not sent where too many wait already', async () => {
    allowLoopback(world.runtime);
    const { list } = (await world.call('GET', '/api/guard/domains?keyword=shop', { as: 'acme-root' })).body.data;
    const channel = await made({ url: `${receiver.url}/full` });
    const due_at = Date.now() + DAY_MS;
    const orders = Array.from({ length: 1_000 }, (_, n) => ({
      object_id: `${channel.user_id}:${channel.id}:x${n}`,
      due_at,
    }));
    await world.runtime.store.transaction((tx) => enqueue(tx, DELIVER, orders));
    const rule = { domain_id: list[0].domain_id, threshold: 5, quiet_minutes: 5, channel_ids: [channel.id] };
    const { id } = await world.made(rule);
    await fire();
    expect((await read(channel.id)).body.data).toMatchObject({ sent: 0, failed: 0, dropped: 1 });
    expect(await waiting()).toHaveLength(1_000);
    await world.remove(id);
  });
});

describe('receivers that do not answer', () => {
  it("occupy two sends at once of their account, and nobody else's alert waits for them", async () => {
    allowLoopback(world.runtime);
    const silent = await startSilent();
    const [slow, quick] = [
      await made({ url: silent.url }, 'acme-other'),
      await made({ url: `${receiver.url}/quick` }, 'acme-root'),
    ];
    receiver.received.splice(0);
    const { id: alert_id } = await world.db.selectFrom('alerts').select('id').executeTakeFirstOrThrow();
    const ask = (channel: { id: number; user_id: string }, count: number) =>
      world.runtime.store.transaction((tx) =>
        enqueue(
          tx,
          DELIVER,
          Array.from({ length: count }, (_, n) => ({
            object_id: `${channel.user_id}:${channel.id}:${n}`,
            payload: { channel_id: channel.id, alert_id },
          })),
        ),
      );
    const wakeAll = () => {
      for (let n = 0; n < 9; n++) world.runtime.jobs.wake(DELIVER);
    };
    try {
      await ask(slow, 30);
      wakeAll();
      await vi.waitFor(() => expect(silent.waiting()).toBe(2), { timeout: 4_000 });
      await ask(quick, 1);
      wakeAll();
      // A send that is not answered takes ten seconds.
      await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 4_000 });
      expect(silent.waiting()).toBe(2);
    } finally {
      await world.runtime.store.transaction((tx) => tx.deleteFrom('jobs').where('kind', '=', DELIVER).execute());
      silent.close();
    }
  });
});

describe('mail', () => {
  const MAIL = { kind: 'mail', url: 'mailto:ops@example.com,second@example.com', secret: undefined };

  it('needs a server that the operator named, and mail addresses', async () => {
    expectField(await create(MAIL), 'kind', 'err.analytics.alert_channel.no_mail');
    const address = 'err.analytics.alert_channel.address';
    expectField(await create({ ...MAIL, url: HOOK.url }), 'url', address);
    expectField(await create({ url: MAIL.url }), 'url', address);
    const { id } = await made();
    expectField(await edit(id, { url: MAIL.url }), 'url', address);
    for (const url of ['mailto:', 'mailto:a', 'mailto:a@b,', 'mailto:a@b c@d', 'mailto:<a@b>']) {
      expectField(await create({ ...MAIL, url }), 'url');
    }
  });

  it('is sent to all addresses, in the language of the channel', async () => {
    const server = await startMailServer();
    world.runtime.mailer = new Mailer(server.url, 'alerts@example.com');
    const channel = await made(MAIL);
    expect(channel).toMatchObject({ origin: MAIL.url, has_secret: false });
    expect((await test(channel.id, 'acme-support')).body.data).toEqual({ outcome: 'sent', error: '' });
    const [mail] = server.received;
    expect(mail).toContain('From: alerts@example.com');
    expect(mail).toContain('To: ops@example.com, second@example.com');
    expect(mail).toContain('Subject: Test message from Parapet');
    expect(mail).toContain('Nothing has happened.');
    await edit(channel.id, { url: 'mailto:nobody@example.com' });
    const { data } = (await test(channel.id, 'acme-support')).body;
    expect(data).toEqual({ outcome: 'failed', error: expect.stringMatching(/./) });
    expect(server.received).toHaveLength(1);
    server.close();
    world.runtime.mailer = new Mailer();
  });
});

describe('a new master key', () => {
  it('takes over what channels hold', async () => {
    const { store, seal } = world.runtime;
    const next = new Seal(masterKey('another master key of 32 characters'), [seal.current]);
    await rewrapTargets(store, next);
    const rows = await world.db.selectFrom('alert_channels').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    const alone = new Seal(next.current);
    for (const row of rows) expect(openTarget(alone, row).url).toMatch(/^(https?|mailto):/);
    for (const row of rows) expect(() => openTarget(alone, { ...row, id: row.id + 1 })).toThrow();
    await rewrapTargets(store, new Seal(seal.current, [next.current]));
  });
});
