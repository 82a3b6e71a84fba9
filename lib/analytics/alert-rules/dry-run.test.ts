import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Facts } from '@/lib/analytics/alerts/vocabulary';
import { batchChartResult } from '@/lib/analytics/charts/contract';
import { QueryTimeout } from '@/lib/analytics/store/store';
import { expectField } from '@/lib/guard/domains/testing';
import { DAY_MS } from '@/lib/jobs/prune';
import { median } from '@/test/times';
import { DRY_RUN_DAYS, type DryRun } from './contract';
import { judgeRules } from './evaluate';
import { STEP_MS } from './judge';
import { type AlertRules, approvedDomain, RULE, RULES, sendTraffic, startAlertRules, stopJudging } from './testing';

const HOUR = 3_600_000;
/** A time on the grid, two days ago. */
const START = Math.floor(Date.now() / HOUR) * HOUR - 2 * DAY_MS;
const HOST = 'shop.example.com';

let world: AlertRules;
let domain_id: string;
beforeAll(async () => {
  world = await startAlertRules();
  await stopJudging(world);
  domain_id = await approvedDomain(world, 'acme-root', HOST);
  for (let day = 1; day <= 4; day++) {
    for (let step = 1; step <= 8; step++) await sendTraffic(world, HOST, START - day * DAY_MS + step * STEP_MS, 2);
  }
  for (const [step, count] of [3, 9, 8, 2, 0, 0, 7, 1].entries()) {
    if (count > 0) await sendTraffic(world, HOST, START + (step + 1) * STEP_MS, count, { bytes_out: 100 * count });
  }
});
afterAll(() => world.close());

const { name: _, ...TRIED } = RULE;
const ask = (more: object = {}, as = 'acme-root') =>
  world.call('POST', `${RULES}/dry-run`, { as, body: { ...TRIED, domain_id, ...more } });
async function tried(more: object): Promise<DryRun> {
  const answer = await ask(more);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

/** The windows in which the job makes alerts by this rule, newest first. */
async function judged(more: object): Promise<Pick<Facts, 'from' | 'until' | 'value' | 'limit'>[]> {
  const { id } = await world.made({ domain_id, ...more });
  for (let step = 0; step <= 10; step++) {
    await judgeRules(world.runtime, START + step * STEP_MS + 60_000, new AbortController().signal);
  }
  const rows = await world.db
    .selectFrom('alerts')
    .select('facts')
    .where('rule_id', '=', id)
    .orderBy('id', 'desc')
    .execute();
  await world.remove(id);
  return rows.map(({ facts }) => {
    const { from, until, value, limit } = JSON.parse(facts) as Facts;
    return { from, until, value, limit };
  });
}

describe('a dry run', () => {
  it('lets others come every few milliseconds, however many days a window is compared with', async () => {
    const { turns } = world.runtime.queues;
    const slices: number[] = [];
    let since: number | undefined;
    const next = turns.giveWay.bind(turns);
    const giveWay = vi.spyOn(turns, 'giveWay').mockImplementation(async (sender) => {
      if (since !== undefined) slices.push(performance.now() - since);
      await next(sender);
      since = performance.now();
    });
    await tried({ policy_type: 'spike', baseline_days: 28, threshold: undefined });
    giveWay.mockRestore();
    // The middle one, since a pause of the machine is no fault of the run.
    expect(median(slices)).toBeLessThan(6);
  });

  it.each([
    [{ threshold: 6, quiet_minutes: 5 }, 2],
    [{ threshold: 6, quiet_minutes: 60 }, 1],
    [{ threshold: 9, window_minutes: 10 }, 1],
    [{ threshold: 650, metric: 'bytes_out', quiet_minutes: 15 }, 2],
    [{ policy_type: 'spike', deviations: 30, baseline_days: 4, threshold: undefined, quiet_minutes: 5 }, 1],
    [{ threshold: 1_000 }, 0],
  ])('says of %j when the job would have fired', async (more, count) => {
    const { fired, total } = await tried(more);
    const windows = fired.map(({ last_until: _last, ...window }) => window);
    expect(windows).toEqual(await judged(more));
    expect(total).toBe(count);
    for (const { until, last_until } of fired) expect(last_until).toBeGreaterThanOrEqual(until);
  });

  it('draws the metric and its threshold by the hour, as a chart of the contract', async () => {
    const { chart } = await tried({ threshold: 6, quiet_minutes: 5 });
    expect(batchChartResult.parse(chart)).toEqual(chart);
    expect(chart).toMatchObject({ chart_key: 'dry_run', render_hint: 'time_series_multi', meta: { partial: false } });
    expect(chart.schema.measures.map((one) => one.name)).toEqual(['requests', 'threshold', 'fired']);
    expect(chart.rows.length).toBeGreaterThanOrEqual(DRY_RUN_DAYS * 24);
    expect(chart.rows.length).toBeLessThanOrEqual(DRY_RUN_DAYS * 24 + 1);
    expect(chart.rows.find((row) => row.time === START)).toEqual({ time: START, requests: 9, threshold: 6, fired: 9 });
    const marked = chart.rows.filter((row) => row.fired !== null).map((row) => row.time);
    expect(marked).toEqual([START]);
    const spike = await tried({ policy_type: 'spike', baseline_days: 4 });
    const at = spike.chart.rows.find((row) => row.time === START);
    expect(at?.requests).toBe(9);
    expect(at?.threshold).toBeCloseTo(2.6);
    expect(spike.chart.rows[0]).toMatchObject({ threshold: null });
  });

  it('takes no silence from before the domain was approved for one, as the job does', async () => {
    expect((await tried({ comparison: 'below', threshold: 1 })).total).toBe(0);
  });

  it('ends an alert where it no longer goes on', async () => {
    const { fired } = await tried({ threshold: 6, quiet_minutes: 5 });
    expect(fired.map(({ until, last_until }) => (last_until - until) / STEP_MS)).toEqual([0, 1]);
  });

  it('names what is wrong, and knows no domain that the caller does not see', async () => {
    expectField(await ask({ domain_id: '' }), 'domain_id');
    expectField(await ask({ domain_id: undefined }), 'domain_id');
    expectField(await ask({ threshold: undefined }), 'threshold');
    expectField(await ask({ metric: 'share_5xx', threshold: 101 }), 'threshold', 'err.analytics.alert_rule.threshold');
    for (const as of ['acme-other', 'acme-child', 'borealis-root', 'borealis-support']) {
      expectField(await ask({}, as), 'domain_id', 'err.analytics.alert_rule.domain_unknown');
    }
    for (const as of ['acme-nobody', 'acme-editor']) expect((await ask({}, as)).status, as).toBe(403);
    for (const as of ['acme-support', 'acme-auditor']) expect((await ask({}, as)).status, as).toBe(200);
  });

  it('that takes too long is refused as a chart is', async () => {
    const query = vi.spyOn(world.runtime.analytics.store, 'query').mockRejectedValue(new QueryTimeout(5_000));
    const answer = await ask();
    query.mockRestore();
    expect(answer).toMatchObject({ status: 503, body: { err_key: 'err.analytics.chart_timeout' } });
  });

  it('marks an hour by a window that fired, not by one that was further off and not judged', async () => {
    const at = (hour: number) => START + hour * HOUR + STEP_MS;
    await sendTraffic(world, HOST, at(3), 1, { status: 500 });
    await sendTraffic(world, HOST, at(3) + STEP_MS, 4, { status: 500 });
    await sendTraffic(world, HOST, at(3) + STEP_MS, 4);
    const few = { metric: 'share_5xx', threshold: 40, min_volume: 5, quiet_minutes: 5 };
    const { fired, chart } = await tried(few);
    expect(fired).toMatchObject([{ until: at(3) + STEP_MS, value: 50 }]);
    expect(chart.rows.find((row) => row.time === START + 3 * HOUR)).toMatchObject({ share_5xx: 50, fired: 50 });
  });
});
