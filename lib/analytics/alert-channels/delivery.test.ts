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
import { DAY_MS } from '@/lib/jobs/prune';
import { enqueue } from '@/lib/jobs/queue';
import { askForDelivery, DELIVER } from './deliver';
import { Mailer } from './mailer';
import { noteAttempt } from './repository';
import { allowLoopback, channelsOf, SECRET, startMailServer, startReceiver, startSilent } from './testing';

let world: AlertRules;
let channels: ReturnType<typeof channelsOf>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let answer = 200;
beforeAll(async () => {
  world = await startAlertRules();
  channels = channelsOf(world);
  await stopJudging(world);
  receiver = await startReceiver(() => ({ status: answer }));
});
afterAll(async () => {
  receiver.close();
  await world.close();
});

describe('an alert', () => {
  /** A time on the grid that judging has not come to. */
  const at = Math.floor(Date.now() / STEP_MS) * STEP_MS - DAY_MS;
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
      await channels.made({ url: `${receiver.url}/first` }),
      await channels.made({ url: `${receiver.url}/second`, kind: 'feishu', locale: 'zh-CN' }),
      await channels.made({ url: `${receiver.url}/off`, status: 1 }),
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
    expect((await channels.read(first.id)).body.data).toMatchObject({ sent: 1, failed: 0, last_outcome: 'sent' });
    const { list } = (await world.call('GET', `${RULES}?channel_id=${first.id}`, { as: 'acme-root' })).body.data;
    expect(list).toMatchObject([{ id: rule.id, last_fired: stored.body.data.ctime }]);
    await world.edit(rule.id, { status: 1 });
  });

  it('that does not arrive is tried again, then waits for a person, and goes when it is told to', async () => {
    allowLoopback(world.runtime);
    const { list } = (await world.call('GET', '/api/guard/domains?keyword=shop', { as: 'acme-root' })).body.data;
    const channel = await channels.made({ url: `${receiver.url}/down` });
    const rule = { domain_id: list[0].domain_id, threshold: 5, quiet_minutes: 5, channel_ids: [channel.id] };
    const { id } = await world.made(rule);
    answer = 503;
    await fire();
    for (let n = 0; n < 12; n++) {
      await hurry();
      await delivered();
    }
    const [dead] = await waiting();
    expect(dead).toMatchObject({ attempts: 11, error: 'answered with status 503' });
    expect(Number(dead?.failed_at)).toBeGreaterThan(0);
    const state = (await channels.read(channel.id)).body.data;
    expect(state).toMatchObject({
      sent: 0,
      failed: 11,
      last_outcome: 'failed',
      last_error: 'answered with status 503',
    });
    answer = 200;
    receiver.received.splice(0);
    await world.call('POST', `/api/sys/jobs/${dead?.id}/retry`, { as: 'admin', host: 'localhost' });
    await delivered();
    expect(await waiting()).toEqual([]);
    expect(receiver.received.splice(0)).toHaveLength(1);
    expect((await channels.read(channel.id)).body.data).toMatchObject({
      sent: 1,
      last_outcome: 'sent',
      last_error: '',
    });
    await world.remove(id);
  });

  it('that a mail server takes for some addresses is not mailed again', async () => {
    const server = await startMailServer();
    world.runtime.mailer = new Mailer(server.url, 'alerts@example.com');
    const { list } = (await world.call('GET', '/api/guard/domains?keyword=shop', { as: 'acme-root' })).body.data;
    const url = 'mailto:ops@example.com,nobody@example.com';
    const channel = await channels.made({ kind: 'mail', url, secret: '' });
    const rule = { domain_id: list[0].domain_id, threshold: 5, quiet_minutes: 5, channel_ids: [channel.id] };
    const { id } = await world.made(rule);
    await fire();
    await delivered();
    expect(await waiting()).toEqual([]);
    expect(server.received).toHaveLength(1);
    const last_error = 'refused for nobody@example.com';
    expect((await channels.read(channel.id)).body.data).toMatchObject({ sent: 0, failed: 1, last_error });
    await world.remove(id);
    server.close();
    world.runtime.mailer = new Mailer();
  });

  it('is counted and not sent where its channel was switched off before its turn', async () => {
    allowLoopback(world.runtime);
    const { list } = (await world.call('GET', '/api/guard/domains?keyword=shop', { as: 'acme-root' })).body.data;
    const channel = await channels.made({ url: `${receiver.url}/paused` });
    const rule = { domain_id: list[0].domain_id, threshold: 5, quiet_minutes: 5, channel_ids: [channel.id] };
    const { id } = await world.made(rule);
    answer = 503;
    await fire();
    await delivered();
    await channels.edit(channel.id, { status: 1 });
    answer = 200;
    receiver.received.splice(0);
    await hurry();
    await delivered();
    expect(await waiting()).toEqual([]);
    expect(receiver.received).toEqual([]);
    expect((await channels.read(channel.id)).body.data).toMatchObject({ sent: 0, failed: 1, dropped: 1 });
    await world.remove(id);
  });

  it('is counted and not sent where too many wait already', async () => {
    allowLoopback(world.runtime);
    const { list } = (await world.call('GET', '/api/guard/domains?keyword=shop', { as: 'acme-root' })).body.data;
    const channel = await channels.made({ url: `${receiver.url}/full` });
    const due_at = Date.now() + DAY_MS / 48;
    const orders = Array.from({ length: 1_000 }, (_, n) => ({
      object_id: `${channel.user_id}:${channel.id}:x${n}`,
      due_at,
    }));
    await world.runtime.store.transaction((tx) => enqueue(tx, DELIVER, orders));
    const rule = { domain_id: list[0].domain_id, threshold: 5, quiet_minutes: 5, channel_ids: [channel.id] };
    const { id } = await world.made(rule);
    await fire();
    expect((await channels.read(channel.id)).body.data).toMatchObject({ sent: 0, failed: 0, dropped: 1 });
    expect(await waiting()).toHaveLength(1_000);
    await world.remove(id);
  });
});

describe('alerts that fire at once', () => {
  it('are sent to a chat service no faster than it takes them, and to a webhook at once', async () => {
    const [robot, hook] = [await channels.made({ kind: 'dingtalk', secret: '' }), await channels.made()];
    const [toRobot, toHook] = await world.runtime.store.transaction(async (tx) => {
      const ask = (ids: number[]) => askForDelivery(tx, robot.user_id, [robot.id, hook.id], ids);
      const dueOf = async ({ id }: { id: number }) => {
        const rows = tx.selectFrom('jobs').select('due_at').where('object_id', 'like', `%:${id}:%`);
        return (await rows.orderBy('id').execute()).map(({ due_at }) => due_at);
      };
      await ask([901, 902, 903]);
      await ask([904, 905]);
      const due = [await dueOf(robot), await dueOf(hook)];
      // There are no such alerts.
      await tx.deleteFrom('jobs').where('object_id', 'like', '%:90_').execute();
      return due;
    });
    expect(toHook).toEqual([0, 0, 0, 0, 0]);
    expect(toRobot).toHaveLength(5);
    expect(toRobot?.[0]).toBeLessThanOrEqual(Date.now());
    const apart = toRobot?.slice(1).map((at, n) => at - (toRobot[n] ?? 0)) ?? [];
    // DingTalk and WeCom take 20 a minute.
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(3_000);
  });
});

describe('a clock that is a day ahead', () => {
  const askOne = (robot: { id: number; user_id: string }) =>
    world.runtime.store.transaction(async (tx) => {
      await askForDelivery(tx, robot.user_id, [robot.id], [906]);
      const row = tx.selectFrom('jobs').select('due_at').where('object_id', 'like', `%:${robot.id}:906`);
      const { due_at } = await row.executeTakeFirstOrThrow();
      // There is no such alert.
      await tx.deleteFrom('jobs').where('object_id', 'like', '%:906').execute();
      return due_at - Date.now();
    });

  it('of one process of several, or that was put back, holds up no chat service', async () => {
    const robot = await channels.made({ kind: 'dingtalk', secret: '' });
    const { store } = world.runtime;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + DAY_MS);
    try {
      await store.transaction((tx) => noteAttempt(tx, robot.id, ''));
    } finally {
      clock.mockRestore();
    }
    expect(await askOne(robot)).toBeLessThan(10_000);
    const last_time = Date.now() + DAY_MS;
    await store.transaction((tx) =>
      tx.updateTable('alert_channels').set({ last_time }).where('id', '=', robot.id).execute(),
    );
    expect(await askOne(robot)).toBeLessThan(10_000);
  });
});

describe('receivers that do not answer', () => {
  /** Asks for the first alert there is to be sent through a channel so many times. */
  async function ask(channel: { id: number; user_id: string }, count: number): Promise<void> {
    const { id: alert_id } = await world.db.selectFrom('alerts').select('id').executeTakeFirstOrThrow();
    const orders = Array.from({ length: count }, (_, n) => ({
      object_id: `${channel.user_id}:${channel.id}:${n}`,
      payload: { channel_id: channel.id, alert_id },
    }));
    await world.runtime.store.transaction((tx) => enqueue(tx, DELIVER, orders));
  }

  it("occupy two sends at once of their account, and nobody else's alert waits for them", async () => {
    allowLoopback(world.runtime);
    const silent = await startSilent();
    const [slow, quick] = [
      await channels.made({ url: silent.url }, 'acme-other'),
      await channels.made({ url: `${receiver.url}/quick` }, 'acme-root'),
    ];
    receiver.received.splice(0);
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

  it('have failed nothing where the process stops meanwhile', async () => {
    allowLoopback(world.runtime);
    const silent = await startSilent();
    const channel = await channels.made({ url: silent.url }, 'acme-child');
    await ask(channel, 1);
    world.runtime.jobs.wake(DELIVER);
    await vi.waitFor(() => expect(silent.waiting()).toBe(1), { timeout: 4_000 });
    await world.runtime.jobs.close();
    silent.close();
    expect((await channels.read(channel.id, 'acme-child')).body.data).toMatchObject({ failed: 0, last_error: '' });
    const waiting = world.db.selectFrom('jobs').select(['attempts', 'due_at']).where('kind', '=', DELIVER);
    expect(await waiting.execute()).toEqual([{ attempts: 0, due_at: 0 }]);
    expect(await world.db.selectFrom('job_claims').selectAll().where('kind', '=', DELIVER).execute()).toEqual([]);
  });
});
