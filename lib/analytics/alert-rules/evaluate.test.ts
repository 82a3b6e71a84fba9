import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Alert } from '@/lib/analytics/alerts/contract';
import { ALERTS } from '@/lib/analytics/alerts/testing';
import { APPROVED } from '@/lib/guard/domains/contract';
import { isPeriodic, type Work } from '@/lib/jobs/job';
import { DAY_MS } from '@/lib/jobs/prune';
import { judgeRules } from './evaluate';
import { jobs } from './jobs';
import { STEP_MS } from './judge';
import { type AlertRules, approvedDomain, RULES, sendTraffic, startAlertRules, stopJudging } from './testing';

/** A time on the grid, a day ago; each test has hours of its own from here on. */
const START = Math.floor(Date.now() / STEP_MS) * STEP_MS - DAY_MS;
const HOUR = 3_600_000;

let world: AlertRules;
beforeAll(async () => {
  world = await startAlertRules();
  await stopJudging(world);
});
afterAll(() => world.close());

const approved = (as: string, name: string) => approvedDomain(world, as, name);
const send = (host: string, until: number, count: number, more?: object) =>
  sendTraffic(world, host, until, count, more);

/** Judges all that has ended at `until`, as the job would a minute later. */
const judge = (until: number) => judgeRules(world.runtime, until + 60_000, new AbortController().signal);
const alertsOf = async (domain_id: string): Promise<Alert[]> =>
  (await world.call('GET', `${ALERTS}?domain_id=${domain_id}`, { as: 'acme-support' })).body.data.list;
const judgedUntil = async (id: number) =>
  (await world.call('GET', `${RULES}/${id}`, { as: 'acme-support' })).body.data.judged_until;

it('a process whose clock is ahead of that of the store judges no window that has not ended', async ({ skip }) => {
  if (world.runtime.store.kind === 'embedded') return skip('the embedded store has the clock of its process');
  const { id } = await world.made({ name: 'Ahead' });
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + HOUR);
  const work = { runtime: world.runtime, signal: new AbortController().signal } as Work;
  try {
    for (const job of jobs) if (isPeriodic(job)) await job.run(work);
  } finally {
    clock.mockRestore();
  }
  const until = await judgedUntil(id);
  expect(until).toBeGreaterThan(0);
  expect(until).toBeLessThanOrEqual(now);
  await world.remove(id);
});

describe('a threshold rule', () => {
  it('fires where it is passed, once for a window, and goes on until it was absent for the quiet period', async () => {
    const domain_id = await approved('acme-root', 'shop.example.com');
    const rule = await world.made({ domain_id, threshold: 10, quiet_minutes: 10 });
    const host = 'shop.example.com';
    for (const [step, count] of [10, 11, 0, 12, 0, 0, 13].entries()) {
      if (count > 0) await send(host, START + step * STEP_MS, count);
    }
    const at = async (step: number) => {
      await judge(START + step * STEP_MS);
      return alertsOf(domain_id);
    };
    expect(await at(0)).toEqual([]);
    const [first] = await at(1);
    expect(first).toMatchObject({
      policy_type: 'threshold',
      title: 'Requests above 10',
      body: expect.stringContaining('shop.example.com: 11 from'),
      domain: 'shop.example.com',
      domain_id,
      status: 0,
      user_id: rule.user_id,
    });
    expect(await at(1)).toEqual([first]);
    expect(await at(2)).toEqual([first]);
    const [on, ...none] = await at(3);
    expect(none).toEqual([]);
    expect(on).toEqual({ ...first, last_update_timestamp: START + 3 * STEP_MS + 60_000 });
    await at(4);
    await at(5);
    const both = await at(6);
    expect(both).toHaveLength(2);
    expect(both[1]).toEqual(on);
    expect(await judgedUntil(rule.id)).toBe(START + 6 * STEP_MS);
  });

  it('looks back as far as it says, and is silent outside of its hours, below its volume and when off', async () => {
    const domain_id = await approved('acme-root', 'quiet.example.com');
    const from = START + 2 * HOUR;
    const never = { days: [((new Date(from).getUTCDay() + 2) % 7) + 1], start_minute: 0, end_minute: 1_440 };
    const base = { domain_id, metric: 'share_5xx', threshold: 40 };
    const names = async () => (await alertsOf(domain_id)).map(({ body }) => /The rule (\w+) fires/.exec(body)?.[1]);
    await world.made({ ...base, name: 'Long', window_minutes: 60 });
    await world.made({ ...base, name: 'Short' });
    await world.made({ ...base, name: 'Small', window_minutes: 60, min_volume: 11 });
    await world.made({ ...base, name: 'Off', window_minutes: 60, status: 1 });
    await world.made({ ...base, name: 'Never', window_minutes: 60, schedule: { ...never, time_zone: 'UTC' } });
    await send('quiet.example.com', from - 50 * 60_000, 5, { status: 502 });
    await send('quiet.example.com', from, 5);
    await judge(from);
    expect(await names()).toEqual(['Long']);
  });

  it('notices that nothing comes any more', async () => {
    const domain_id = await approved('acme-root', 'silent.example.com');
    await world.made({ domain_id, comparison: 'below', threshold: 1 });
    const waiting = await world.created('acme-root', 'waiting.example.com');
    await world.made({ domain_id: waiting, comparison: 'below', threshold: 1 });
    const begun = Math.ceil(Date.now() / STEP_MS) * STEP_MS;
    await judge(begun + STEP_MS);
    expect(await alertsOf(domain_id)).toMatchObject([{ title: 'Requests below 1' }]);
    expect(await alertsOf(waiting)).toEqual([]);
  });

  it('takes no silence from before a domain was approved for one', async () => {
    const domain_id = await world.created('acme-root', 'new.example.com');
    const rule = await world.made({ domain_id, comparison: 'below', threshold: 1 });
    await world.judge('acme-support', domain_id, APPROVED);
    const begun = Math.ceil(Date.now() / STEP_MS) * STEP_MS;
    for (const until of [begun - STEP_MS, begun]) await judge(until);
    expect(await alertsOf(domain_id)).toEqual([]);
    expect(await judgedUntil(rule.id)).toBe(begun);
    await judge(begun + STEP_MS);
    expect(await alertsOf(domain_id)).toMatchObject([{ title: 'Requests below 1' }]);
  });

  it('of an account is about its domains and those of its chain, of nobody else', async () => {
    const until = START + 4 * HOUR;
    const own = await approved('acme-root', 'one.example.org');
    const child = await approved('acme-child', 'two.example.org');
    const foreign = await approved('acme-other', 'three.example.org');
    const asked = { metric: 'limited', threshold: 1 };
    await world.made({ ...asked, name: 'Chain' });
    await world.made({ ...asked, name: 'Child' }, 'acme-child');
    for (const host of ['one.example.org', 'two.example.org', 'three.example.org']) {
      await send(host, until, 2, { status: 429, action: 'limit' });
    }
    await judge(until);
    expect((await alertsOf(own)).map(({ body }) => body)).toEqual([expect.stringContaining('The rule Chain')]);
    expect(await alertsOf(child)).toHaveLength(2);
    expect(await alertsOf(foreign)).toEqual([]);
    const seen = await world.call('GET', ALERTS, { as: 'acme-other' });
    expect(seen.body.data.total).toBe(0);
  });
});

describe('a spike rule', () => {
  it('compares with the same time of the days before', async () => {
    const until = START + 5 * HOUR;
    const domain_id = await approved('acme-root', 'spike.example.com');
    await world.made({ domain_id, policy_type: 'spike', threshold: undefined, baseline_days: 5 });
    for (const [day, count] of [10, 12, 8, 10].entries()) {
      await send('spike.example.com', until - (day + 1) * DAY_MS, count);
    }
    await send('spike.example.com', until - STEP_MS, 14);
    await judge(until - STEP_MS);
    expect(await alertsOf(domain_id)).toEqual([]);
    await send('spike.example.com', until, 15);
    await judge(until);
    const [alert] = await alertsOf(domain_id);
    expect(alert).toMatchObject({ policy_type: 'spike', title: 'Requests far above the usual' });
    expect(alert?.body).toContain('usually 10 (4 days compared)');
  });
});

describe('a run', () => {
  it('judges the windows that passed while nothing was judged', async () => {
    const from = START + 6 * HOUR;
    const domain_id = await approved('acme-root', 'later.example.com');
    const rule = await world.made({ domain_id, threshold: 5, quiet_minutes: 5 });
    await judge(from);
    await send('later.example.com', from + 2 * STEP_MS, 6);
    await send('later.example.com', from + 5 * STEP_MS, 7);
    await judge(from + 8 * STEP_MS);
    const found = await alertsOf(domain_id);
    expect(found.map(({ body }) => body.split(' ')[1])).toEqual(['7', '6']);
    expect(await judgedUntil(rule.id)).toBe(from + 8 * STEP_MS);
  });

  it('leaves out the windows in which a rule was off', async () => {
    const from = START + 7 * HOUR;
    const domain_id = await approved('acme-root', 'off.example.com');
    const rule = await world.made({ domain_id, threshold: 5 });
    await judge(from);
    await world.edit(rule.id, { status: 1 });
    await send('off.example.com', from + STEP_MS, 6);
    await judge(from + STEP_MS);
    expect(await judgedUntil(rule.id)).toBe(from);
    await world.edit(rule.id, { status: 2 });
    await judge(from + 2 * STEP_MS);
    expect(await alertsOf(domain_id)).toEqual([]);
  });

  it('by two processes at once makes one alert', async () => {
    const until = START + 8 * HOUR;
    const domain_id = await approved('acme-root', 'twice.example.com');
    await world.made({ domain_id, threshold: 5 });
    await send('twice.example.com', until, 6);
    await Promise.all([judge(until), judge(until), judge(until)]);
    expect(await alertsOf(domain_id)).toHaveLength(1);
  });

  it('that is cut off at any write leaves the rest to the next, which neither loses nor doubles an alert', async () => {
    const until = START + 9 * HOUR;
    const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.cut.example.com`);
    const ids: string[] = [];
    for (const name of names) {
      const domain_id = await approved('acme-root', name);
      ids.push(domain_id);
      await world.made({ domain_id, threshold: 5 });
      await send(name, until, 6);
    }
    const { store } = world.runtime;
    for (let writes = 0; writes < 6; writes++) {
      let left = writes;
      const cut: typeof store.transaction = (work) =>
        left-- > 0 ? store.transaction(work) : Promise.reject(new Error('cut off'));
      const given = { ...world.runtime, store: { ...store, transaction: cut } };
      await judgeRules(given, until + 60_000, new AbortController().signal).catch(() => undefined);
    }
    await judge(until);
    for (const domain_id of ids) expect(await alertsOf(domain_id)).toHaveLength(1);
  });

  it('takes no notice of a rule that was changed while it judged', async () => {
    const until = START + 10 * HOUR;
    const domain_id = await approved('acme-root', 'edited.example.com');
    const rule = await world.made({ domain_id, threshold: 5 });
    await send('edited.example.com', until, 6);
    const { store } = world.runtime;
    const edited: typeof store.transaction = async (work) => {
      const { utime } = (await world.call('GET', `${RULES}/${rule.id}`, { as: 'acme-root' })).body.data;
      if (utime === rule.utime) await world.edit(rule.id, { threshold: 100 });
      return store.transaction(work);
    };
    const given = { ...world.runtime, store: { ...store, transaction: edited } };
    await judgeRules(given, until + 60_000, new AbortController().signal);
    expect(await alertsOf(domain_id)).toEqual([]);
    await judge(until + STEP_MS);
    expect(await alertsOf(domain_id)).toEqual([]);
  });
});

describe('a clock that was ahead and has been put back', () => {
  it('holds up no rule: it goes on with the last window, and a condition that is met then is a new alert', async () => {
    const [at, ahead] = [START + 15 * HOUR, START + 22 * HOUR];
    const host = 'ahead.example.com';
    const domain_id = await approved('acme-root', host);
    const rule = await world.made({ domain_id, threshold: 5, quiet_minutes: 60 });
    await send(host, ahead, 6);
    await judge(ahead);
    await send(host, at, 7);
    await judge(at);
    expect(await judgedUntil(rule.id)).toBe(at);
    expect((await alertsOf(domain_id)).map(({ body }) => body.split(' ')[1])).toEqual(['7', '6']);
  });
});
