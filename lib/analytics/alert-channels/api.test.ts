import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AlertRules, RULES, startAlertRules, stopJudging } from '@/lib/analytics/alert-rules/testing';
import { expectField } from '@/lib/guard/domains/testing';
import { masterKey, Seal } from '@/lib/seal/seal';
import { MAX_ALERT_CHANNELS } from './contract';
import { Mailer } from './mailer';
import { openTarget, rewrapTargets } from './sealed';
import { allowLoopback, CHANNELS, channelsOf, HOOK, SECRET, startMailServer, startReceiver } from './testing';

let world: AlertRules;
let channels: ReturnType<typeof channelsOf>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  world = await startAlertRules();
  channels = channelsOf(world);
  await stopJudging(world);
  receiver = await startReceiver();
});
afterAll(async () => {
  receiver.close();
  await world.close();
});

const ids = async (query = '', as = 'acme-root') =>
  (await world.call('GET', `${CHANNELS}?${query}`, { as })).body.data.list.map(({ id }: { id: number }) => id);

describe('alert channels', () => {
  it('are made, read, listed, changed in part and deleted, and never say their address or secret', async () => {
    const { user_id } = await world.scopeOf('acme-root', 'root');
    const data = await channels.made({ name: 'First' });
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
    expect((await channels.read(data.id)).body.data).toEqual(data);
    expect(await ids('keyword=FIRST')).toEqual([data.id]);
    const url = 'https://other.example.com:8443/in/token-2';
    const after = (await channels.edit(data.id, { url, locale: 'zh-CN', name: 'Second' })).body.data;
    expect(after).toMatchObject({ origin: 'https://other.example.com:8443', locale: 'zh-CN', has_secret: true });
    expectField(
      await channels.edit(data.id, { name: 'Third' }, 'acme-root', `?utime=${data.utime}`),
      'utime',
      'err.changed',
    );
    expect((await channels.remove(data.id)).body).toEqual({ code: 0, message: 'ok', data: null });
    for (const gone of [
      await channels.read(data.id),
      await channels.edit(data.id, {}),
      await channels.remove(data.id),
      await channels.test(data.id),
    ]) {
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
    for (const [change, field] of cases) expectField(await channels.create(change), field);
    expect(await channels.made({ kind: 'slack', secret: undefined })).toMatchObject({ has_secret: false });
    const { id } = await channels.made();
    const { body: short } = await channels.edit(id, { secret: '🔑'.repeat(15) });
    expect(short.message).toBe('secret: Use at least 16 characters.');
    expectField(await channels.create({ secret: '🔑'.repeat(15) }), 'secret');
    for (const secret of ['', 'short']) expectField(await channels.edit(id, { secret }), 'secret');
    expectField(await channels.edit(id, { url: 'x' }), 'url');
  });

  it('of chat services take a secret of any length, change it and lose it', async () => {
    const { id, has_secret } = await channels.made({ kind: 'feishu', secret: 'short' });
    expect(has_secret).toBe(true);
    expect((await channels.edit(id, { secret: 'other' })).body.data).toMatchObject({ has_secret: true });
    expect((await channels.edit(id, { name: 'Kept' })).body.data).toMatchObject({ has_secret: true });
    expect((await channels.edit(id, { secret: '' })).body.data).toMatchObject({ has_secret: false });
    const row = await world.db.selectFrom('alert_channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(openTarget(world.runtime.seal, row)).toEqual({ url: HOOK.url, secret: '' });
  });

  it('are seen in their account and by the staff of their brand alone', async () => {
    const { id } = await channels.made({}, 'acme-child');
    for (const as of ['acme-child', 'acme-root', 'acme-support', 'acme-auditor']) {
      expect((await channels.read(id, as)).status, as).toBe(200);
      expect(await ids('size=100', as), as).toContain(id);
    }
    const missing = await channels.read(999_999_999);
    for (const as of ['acme-other', 'acme-viewer', 'borealis-root', 'borealis-support']) {
      expect(await ids('size=100', as), as).not.toContain(id);
      expect((await channels.read(id, as)).body, as).toEqual(missing.body);
      const status = as === 'acme-viewer' ? 403 : 404;
      for (const refused of [
        await channels.edit(id, {}, as),
        await channels.remove(id, as),
        await channels.test(id, as),
      ]) {
        expect(refused.status, as).toBe(status);
      }
    }
    for (const as of ['acme-nobody', 'acme-auditor']) expect((await channels.create({}, as)).status, as).toBe(403);
  });

  it('are at most so many in an account', async () => {
    const all = Array.from({ length: MAX_ALERT_CHANNELS + 2 }, () => channels.create({}, 'borealis-root'));
    const answers = await Promise.all(all);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_ALERT_CHANNELS);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body.err_key).toBe('err.analytics.alert_channel.too_many');
  });

  it('of a rule are of its account and stay while it names them', async () => {
    const own = await channels.made();
    const foreign = await channels.made({}, 'acme-other');
    const unknown = 'err.analytics.alert_rule.channel_unknown';
    for (const id of [foreign.id, 999_999_999]) {
      expectField(await world.create({ channel_ids: [own.id, id] }), 'channel_ids.1', unknown);
    }
    expectField(await world.create({ channel_ids: [own.id] }, 'acme-child'), 'channel_ids.0', unknown);
    const rule = await world.made({ channel_ids: [own.id] });
    expect(rule.channel_ids).toEqual([own.id]);
    expectField(await world.edit(rule.id, { channel_ids: [foreign.id] }, 'acme-support'), 'channel_ids.0', unknown);
    const { body: refused } = await channels.remove(own.id);
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
    expect((await channels.remove(own.id)).status).toBe(200);
    expect((await world.call('GET', `${RULES}/${rule.id}`, { as: 'acme-root' })).body.data.channel_ids).toEqual([]);
  });
});

describe('a test message', () => {
  it('does not go where probes may not go', async () => {
    const { id } = await channels.made({ url: `http://127.0.0.1:${receiver.port}/` });
    expect((await channels.test(id)).body.data).toEqual({ outcome: 'failed', error: 'address not allowed' });
    expect(receiver.received).toEqual([]);
    expect((await channels.read(id)).body.data).toMatchObject({
      failed: 1,
      last_outcome: 'failed',
      last_error: 'address not allowed',
    });
  });

  it('says whether it arrived, in the language of the channel, also where the channel is off', async () => {
    allowLoopback(world.runtime);
    const { id } = await channels.made({ url: `${receiver.url}/in`, locale: 'zh-CN', status: 1 });
    expect((await channels.test(id)).body.data).toEqual({ outcome: 'sent', error: '' });
    const [one] = receiver.received.splice(0);
    expect(JSON.parse(one?.body ?? '')).toMatchObject({ event: 'test', alert: { title: 'Parapet 测试消息' } });
    expect((await channels.read(id)).body.data).toMatchObject({ sent: 1, last_outcome: 'sent', last_error: '' });
  });

  it('is sent five times a minute at most', async () => {
    allowLoopback(world.runtime);
    const { id } = await channels.made({ url: receiver.url }, 'acme-other');
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push(await channels.test(id, 'acme-other'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(0);
    receiver.received.splice(0);
  });
});

describe('mail', () => {
  const MAIL = { kind: 'mail', url: 'mailto:ops@example.com,second@example.com', secret: undefined };

  it('needs a server that the operator named, and mail addresses', async () => {
    expectField(await channels.create(MAIL), 'kind', 'err.analytics.alert_channel.no_mail');
    const address = 'err.analytics.alert_channel.address';
    expectField(await channels.create({ ...MAIL, url: HOOK.url }), 'url', address);
    expectField(await channels.create({ url: MAIL.url }), 'url', address);
    const { id } = await channels.made();
    expectField(await channels.edit(id, { url: MAIL.url }), 'url', address);
    for (const url of ['mailto:', 'mailto:a', 'mailto:a@b,', 'mailto:a@b c@d', 'mailto:<a@b>']) {
      expectField(await channels.create({ ...MAIL, url }), 'url');
    }
  });

  it('is sent to all addresses, in the language of the channel', async () => {
    const server = await startMailServer();
    world.runtime.mailer = new Mailer(server.url, 'alerts@example.com');
    const channel = await channels.made(MAIL);
    expect(channel).toMatchObject({ origin: MAIL.url, has_secret: false });
    expect((await channels.test(channel.id, 'acme-support')).body.data).toEqual({ outcome: 'sent', error: '' });
    const [mail] = server.received;
    expect(mail).toContain('From: alerts@example.com');
    expect(mail).toContain('To: ops@example.com, second@example.com');
    expect(mail).toContain('Subject: Test message from Parapet');
    expect(mail).toContain('Nothing has happened.');
    await channels.edit(channel.id, { url: 'mailto:nobody@example.com' });
    const { data } = (await channels.test(channel.id, 'acme-support')).body;
    expect(data).toEqual({ outcome: 'failed', error: 'mail addresses refused' });
    expect(server.received).toHaveLength(1);
    server.close();
    world.runtime.mailer = new Mailer();
  });

  it('says for whom the server did not take what it took for others', async () => {
    const server = await startMailServer();
    world.runtime.mailer = new Mailer(server.url, 'alerts@example.com');
    const { id } = await channels.made({ ...MAIL, url: 'mailto:ops@example.com,nobody@example.com' });
    const error = 'refused for nobody@example.com';
    expect((await channels.test(id, 'acme-support')).body.data).toEqual({ outcome: 'failed', error });
    expect(server.received).toHaveLength(1);
    expect((await channels.read(id)).body.data).toMatchObject({ last_outcome: 'failed', last_error: error });
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
