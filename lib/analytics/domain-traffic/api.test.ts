import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { QueryTimeout } from '../store/store';
import type { DomainTrafficVO } from './contract';

const HOUR = 3_600_000;
const HOSTS = { shop: 'shop.example.com', wild: '*.example.org', quiet: 'quiet.example.com', pay: 'pay.example.net' };
const OWNERS = { shop: 'acme-child', wild: 'acme-child', quiet: 'acme-other', pay: 'borealis-root' } as const;

let parapet: Parapet;
const ids = { shop: '', wild: '', quiet: '', pay: '' };

async function addDomain(as: string, domain: string): Promise<string> {
  const policy = await parapet.call('POST', '/api/guard/policies', { as, body: { name: `for ${domain}` } });
  const src_sites = [{ addr: '192.0.2.10', port: 80, protocol: 'http' }];
  const body = { domain, policy_id: policy.body.data.policy_id, src_sites };
  return (await parapet.call('POST', '/api/guard/domains', { as, body })).body.data.domain_id;
}

let batches = 0;
async function send(host: string, times: readonly number[], as = 'acme-support') {
  batches += 1;
  const batch_id = `traffic-${batches}`;
  const events = times.map((time, i) => ({ time, host, status: 200, request_id: `${batch_id}-${i}`, path: '/' }));
  const answer = await parapet.call('POST', '/api/analytics/events', { as, body: { batch_id, events } });
  expect(answer.body.data).toMatchObject({ stored: times.length });
}

const ask = (as: string, domain_ids: string) =>
  parapet.call('GET', `/api/analytics/domain-traffic?domain_ids=${domain_ids}`, { as });

async function read(as: string, ...domain_ids: string[]) {
  const answer = await ask(as, domain_ids.join(','));
  expect(answer.body).toMatchObject({ code: 0 });
  return answer.body.data as { stime: number; etime: number; list: DomainTrafficVO[] };
}

const idsOf = ({ list }: { list: DomainTrafficVO[] }) => list.map((one) => one.domain_id);

beforeAll(async () => {
  parapet = await startParapet();
  for (const name of ['shop', 'wild', 'quiet', 'pay'] as const) ids[name] = await addDomain(OWNERS[name], HOSTS[name]);
});
afterAll(() => parapet.close());
afterEach(() => vi.restoreAllMocks());

describe('traffic of domains', () => {
  it('is 24 hours of nothing before anything is stored', async () => {
    const data = await read('acme-child', ids.shop);
    expect(data.list).toEqual([{ domain_id: ids.shop, requests: 0, hourly: new Array(24).fill(0) }]);
    expect(data.etime - data.stime).toBe(24 * HOUR);
    expect(data.stime % HOUR).toBe(0);
    expect(data.etime).toBeGreaterThan(Date.now() - HOUR);
  });

  it('counts each domain hour by hour, what lies outside of the window not', async () => {
    const { stime } = await read('acme-root', ids.shop);
    const at = (hour: number, n: number) => Array.from({ length: n }, (_, i) => stime + hour * HOUR + i * 1000);
    await send(HOSTS.shop, [...at(-1, 4), ...at(0, 2), ...at(5, 3), ...at(22, 7)]);
    await send('a.example.org', at(3, 5));
    await send('b.example.org', at(3, 6));
    const data = await read('acme-root', ids.wild, ids.shop);
    const found = Object.fromEntries(data.list.map((one) => [one.domain_id, one]));
    // The clock may have gone into the next hour in between.
    const first = (data.stime - stime) / HOUR;
    expect(found[ids.shop]?.requests).toBe(first === 0 ? 12 : 10);
    expect(found[ids.shop]?.hourly[5 - first]).toBe(3);
    expect(found[ids.shop]?.hourly[22 - first]).toBe(7);
    expect(found[ids.wild]?.requests).toBe(11);
    expect(found[ids.wild]?.hourly[3 - first]).toBe(11);
  });

  it('is the number of events that the list of events has for the window', async () => {
    const { stime, etime, list } = await read('acme-root', ids.shop);
    const path = `/api/analytics/events?stime=${stime}&etime=${etime}&domain_id=${ids.shop}`;
    const events = await parapet.call('GET', path, { as: 'acme-root' });
    expect(events.body.data.total).toBe(list[0]?.requests);
  });

  it('is read from a rollup, once until something is stored', async () => {
    await read('acme-root', ids.shop, ids.wild);
    const query = vi.spyOn(parapet.runtime.analytics.store, 'query');
    await read('acme-root', ids.wild, ids.shop);
    expect(query).not.toHaveBeenCalled();
    await send(HOSTS.shop, [Date.now()]);
    await read('acme-root', ids.shop, ids.wild);
    expect(query).toHaveBeenCalledTimes(1);
    expect(query.mock.calls[0]?.[0]).toMatch(/FROM rollup_traffic_1h /);
    expect(query.mock.calls[0]?.[0]).not.toMatch(/FROM events/);
  });

  it('takes its turn in the queue of charts, in the name of the caller', async () => {
    const run = vi.spyOn(parapet.runtime.queues.charts, 'run');
    await read('acme-root', ids.shop);
    expect(run.mock.calls[0]?.[0]).toMatchObject({ oem_id: 'acme' });
  });

  it('says nothing of a domain that the caller does not see, as of one that does not exist', async () => {
    const all = [ids.shop, ids.wild, ids.quiet, ids.pay, 'no-such-domain'];
    expect(idsOf(await read('acme-root', ...all)).sort()).toEqual([ids.shop, ids.wild].sort());
    expect(idsOf(await read('acme-child', ...all)).sort()).toEqual([ids.shop, ids.wild].sort());
    expect(idsOf(await read('acme-other', ...all))).toEqual([ids.quiet]);
    expect(idsOf(await read('acme-viewer', ...all))).toEqual([]);
    expect(idsOf(await read('borealis-support', ...all))).toEqual([ids.pay]);
    expect(idsOf(await read('acme-support', ...all)).sort()).toEqual([ids.shop, ids.wild, ids.quiet].sort());
    expect((await ask('acme-viewer', all.join(','))).status).toBe(200);
  });

  it('takes at most a hundred ids, each once', async () => {
    expect(idsOf(await read('acme-root', ids.shop, ids.shop))).toEqual([ids.shop]);
    const many = Array.from({ length: 100 }, (_, i) => `d${i}`);
    expect((await ask('acme-root', many.join(','))).status).toBe(200);
    for (const [wrong, field] of [
      [[...many, 'one-more'].join(','), 'domain_ids'],
      [`${ids.shop},`, 'domain_ids.1'],
      ['', 'domain_ids.0'],
      ['d'.repeat(129), 'domain_ids.0'],
    ]) {
      const answer = await ask('acme-root', wrong ?? '');
      expect([answer.status, answer.body.err_key, answer.body.data.field], wrong).toEqual([
        400,
        'err.request.invalid',
        field,
      ]);
    }
    const none = await parapet.call('GET', '/api/analytics/domain-traffic', { as: 'acme-root' });
    expect([none.status, none.body.data.field]).toEqual([400, 'domain_ids']);
  });

  it('asks for its permission', async () => {
    const path = `/api/analytics/domain-traffic?domain_ids=${ids.shop}`;
    expect((await parapet.call('GET', path)).status).toBe(401);
    expect((await ask('acme-editor', ids.shop)).status).toBe(403);
  });

  it('says which way the store failed, and when to ask again', async () => {
    const query = vi.spyOn(parapet.runtime.analytics.store, 'query');
    for (const [error, err_key] of [
      [new Error('out of memory'), 'err.analytics.chart_failed'],
      [new QueryTimeout(5000), 'err.analytics.chart_timeout'],
    ] as const) {
      query.mockRejectedValueOnce(error);
      await send(HOSTS.shop, [Date.now()]);
      const answer = await ask('acme-root', ids.shop);
      expect([answer.status, answer.body.err_key, answer.headers.get('retry-after')]).toEqual([503, err_key, '1']);
    }
    expect((await ask('acme-root', ids.shop)).status).toBe(200);
  });
});
