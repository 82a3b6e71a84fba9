import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QueryTimeout } from '@/lib/analytics/store/store';
import type { Match } from '@/lib/guard/rules/contract';
import { ACL, type Rules, startRules } from '@/lib/guard/rules/testing';
import { MINUTES } from './contract';

const SHOP = 'preview-shop.example.com';
const OTHER = 'preview-other.example.com';

let world: Rules;
beforeAll(async () => {
  world = await startRules();
  await world.created('acme-child', SHOP, { policy_id: await policyOf('acme-child') });
  await world.created('borealis-root', OTHER);
  const now = Date.now();
  const attempt = (i: number) => ({
    time: now - 600_000 + i * 100,
    path: '/login',
    client_ip: '192.0.2.9',
    method: 'POST',
    action: 'limit',
  });
  const sent = [
    ...Array.from({ length: 12 }, (_, i) => attempt(i)),
    {
      time: now - 3_600_000,
      path: '/login',
      client_ip: '2001:db8::5',
      method: 'GET',
      query: 'next=/a',
      user_agent: 'curl/8',
    },
    { time: now - 7_200_000, path: '/', client_ip: '192.0.2.10', method: 'GET' },
    { time: now - 25 * 3_600_000, path: '/login', client_ip: '192.0.2.11', method: 'GET' },
  ];
  await send(
    'acme-support',
    sent.map((event) => ({ ...event, host: SHOP })),
  );
  await send('borealis-support', [{ time: now - 60_000, path: '/login', host: OTHER, client_ip: '192.0.2.12' }]);
});
afterAll(() => world.close());

const policyOf = async (as: string) => world.policies.get(as) ?? '';

async function send(as: string, lines: object[]): Promise<void> {
  const events = lines.map((line, i) => ({ status: 200, request_id: `${as}-${i}`, ...line }));
  const answer = await world.call('POST', '/api/analytics/events', {
    as,
    body: { batch_id: `previewed-by-${as}`, events },
  });
  expect(answer.body.data).toMatchObject({ stored: lines.length });
}

const LOGIN: Match = { field: 'path', op: 'prefix', data: '/login' };
const pathOf = (policy_id: string) => `/api/guard/policies/${policy_id}/rules/preview`;

async function preview(body: object, as = 'acme-root', policy_id?: string) {
  const id = policy_id ?? (await policyOf('acme-child'));
  return world.call('POST', pathOf(id), { as, body: { kind: 'acl', matches: [LOGIN], ...body } });
}

const sum = (minutes: number[]) => minutes.reduce((total, n) => total + n, 0);

describe('what a rule would have matched', () => {
  it('is counted of all the conditions that a rule may have, in any script', async () => {
    const matches = Array(16).fill({ field: 'query', op: 'contains', data: '拦'.repeat(1024) });
    expect((await preview({ matches })).body.data.matched).toMatchObject({ requests: 0 });
  });

  it('is counted in the last 24 hours of the domains that use the policy', async () => {
    const { status, body } = await preview({});
    expect([status, body.code]).toEqual([200, 0]);
    const { matched, ...rest } = body.data;
    expect(rest).toEqual({
      stime: expect.any(Number),
      etime: rest.stime + MINUTES * 60_000,
      domains: 1,
      policy_requests: 14,
      unanswerable: [],
      gives_up: [],
      exceeded: null,
    });
    expect(matched).toEqual({
      requests: 13,
      addresses: 2,
      minutes: expect.any(Array),
      paths: [{ value: '/login', requests: 13 }],
      sources: [
        { value: '192.0.2.9', requests: 12 },
        { value: '2001:db8::5', requests: 1 },
      ],
      actions: [
        { value: 'limit', requests: 12 },
        { value: 'pass', requests: 1 },
      ],
    });
    expect(sum(matched.minutes)).toBe(13);
  });

  it('says which expressions nodes may give up', async () => {
    const matches = [LOGIN, ...['^/log', '(o+)+!'].map((data) => ({ field: 'path', op: 'regex', data }) as const)];
    expect((await preview({ matches })).body.data.gives_up).toEqual([2]);
  });

  it('holds all conditions together, and says which no event can answer', async () => {
    const header: Match = { field: 'header:x-token', op: 'exists', data: '' };
    const some = await preview({ matches: [header, LOGIN, { field: 'method', op: 'ne', data: 'POST' }] });
    expect(some.body.data).toMatchObject({ unanswerable: [0], matched: { requests: 1 } });
    const none = await preview({ matches: [header, { field: 'body', op: 'contains', data: 'x' }] });
    expect(none.body.data).toMatchObject({ unanswerable: [0, 1], matched: null, exceeded: null, policy_requests: 14 });
  });

  it.each([
    [{ field: 'uri', op: 'eq', data: '/login?next=/a' }, 1],
    [{ field: 'query', op: 'exists' }, 1],
    [{ field: 'ip', op: 'in', data: '192.0.2.0/29, 2001:db8::/32' }, 1],
    [{ field: 'ip', op: 'not_in', data: '192.0.2.8/29' }, 1],
    [{ field: 'user_agent', op: 'regex', data: '^curl/[0-9]+$' }, 1],
    [{ field: 'host', op: 'suffix', data: '.example.com' }, 14],
    [{ field: 'path', op: 'contains', data: "' OR 1=1 --" }, 0],
    [{ field: 'path', op: 'contains', data: '%' }, 0],
  ])('takes a value to the letter: %j', async (match, requests) => {
    expect((await preview({ matches: [match] })).body.data.matched.requests).toBe(requests);
  });

  it('does not fail for an expression that nodes can do and the store of events cannot', async () => {
    const named: Match = { field: 'path', op: 'regex', data: '(?<first>.)' };
    const answer = await preview({ matches: [named] });
    expect([answer.status, answer.body.data.matched?.requests ?? answer.body.data.unanswerable]).toBeOneOf([
      [200, 14],
      [200, [0]],
    ]);
  });

  it('is, of a rate limit, also who would have exceeded it', async () => {
    const limit = { threshold: 10, period: 60 };
    const { exceeded, matched } = (await preview({ kind: 'cc', limit })).body.data;
    expect(matched.requests).toBe(13);
    expect(exceeded).toMatchObject({ requests: 2, sources: 1, top: [{ value: '192.0.2.9', requests: 2 }] });
    expect(sum(exceeded.minutes)).toBe(2);
    const calm = await preview({ kind: 'cc', limit: { threshold: 12, period: 60, scope: 'ip_uri' } });
    expect(calm.body.data.exceeded).toMatchObject({ requests: 0, sources: 0, top: [] });
    for (const body of [
      { kind: 'cc' },
      { kind: 'acl', limit },
      { kind: 'cc', limit: { ...limit, scope: 'session' } },
    ]) {
      expect((await preview(body)).body.data.exceeded, JSON.stringify(body)).toBeNull();
    }
  });

  it('is nothing where no domain uses the policy', async () => {
    const id = await world.policy('acme-root', 'used by none');
    const { data } = (await preview({}, 'acme-root', id)).body;
    expect(data).toMatchObject({ domains: 0, policy_requests: 0, matched: { requests: 0, addresses: 0, paths: [] } });
  });
});

describe('the endpoint', () => {
  it('knows no policy of others, and none that is not there', async () => {
    const missing = await preview({}, 'acme-root', 'no-such-policy');
    expect([missing.status, missing.body.err_key]).toEqual([404, 'err.not_found']);
    for (const as of ['borealis-root', 'borealis-support', 'acme-other']) {
      const answer = await preview({}, as);
      expect([answer.status, answer.body], as).toEqual([404, missing.body]);
    }
    expect((await preview({}, 'acme-support')).body.data.matched.requests).toBe(13);
  });

  it('asks for the permission of the policy and that of events', async () => {
    expect((await world.call('POST', pathOf('x'), { body: {} })).status).toBe(401);
    for (const as of ['acme-nobody', 'acme-editor']) expect((await preview({}, as)).status, as).toBe(403);
    const mine = await policyOf('acme-support');
    expect((await preview({}, 'acme-auditor', mine)).status).toBe(200);
  });

  it.each([
    [{ matches: [] }, 'matches'],
    [{ matches: [{ field: 'nope', op: 'eq', data: 'x' }] }, 'matches.0.field'],
    [{ matches: [{ field: 'path', op: 'gt', data: 'x' }] }, 'matches.0.op'],
    [{ matches: [{ field: 'ip', op: 'eq', data: '1.2.3' }] }, 'matches.0.data'],
    [{ matches: Array(17).fill(LOGIN) }, 'matches'],
    [{ kind: 'waf' }, 'kind'],
    [{ kind: 'cc', limit: { threshold: 0, period: 60 } }, 'limit.threshold'],
    [{ kind: 'cc', limit: { threshold: 1, period: 86_401 } }, 'limit.period'],
  ])('refuses %j, naming the field', async (body, field) => {
    const answer = await preview(body);
    expect([answer.status, answer.body.data?.field]).toEqual([400, field]);
  });

  it('refuses an expression as a rule does', async () => {
    const { status, body } = await preview({ matches: [{ field: 'path', op: 'regex', data: '(a' }] });
    expect([status, body.err_key, body.data.field]).toEqual([400, 'err.guard.rule.pattern', 'matches.0.data']);
  });

  it('writes nothing', async () => {
    const rows = () =>
      world.db
        .selectFrom('audit_logs')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirst();
    const before = await rows();
    await preview({});
    expect(await rows()).toEqual(before);
    expect((await world.rulesOf(ACL, await policyOf('acme-child')).list()).body.data.total).toBe(0);
  });

  it('says that it takes too long, and leaves its turn to others', async () => {
    const { store } = world.runtime.analytics;
    const { query } = store;
    store.query = (_sql, _values, { timeoutMs = 0 } = {}) => Promise.reject(new QueryTimeout(timeoutMs));
    try {
      const answer = await preview({});
      expect([answer.status, answer.body.err_key]).toEqual([503, 'err.analytics.chart_timeout']);
      expect(answer.headers.get('retry-after')).toBe('1');
    } finally {
      store.query = query;
    }
    expect((await preview({})).status).toBe(200);
  });
});
