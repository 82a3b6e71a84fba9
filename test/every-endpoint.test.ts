import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyEndpoint, isConsoleOnly, METHODS } from '@/lib/api/endpoint';
import { routes } from '@/lib/api/registry';
import { type Answer, type Parapet, type Request, startParapet } from './parapet';
import { session } from './sign-in';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

const pathOf = (template: string) =>
  template.replace(/\{page\}/g, 'overview').replace(/\{\w+\}/g, '0190f0a0-0000-7000-8000-000000000000');

/** Calls an endpoint where it is served; the console's own as the console does, with a cookie instead of the header. */
async function call(endpoint: Pick<AnyEndpoint, 'method' | 'path'>, asked: Request, path = pathOf(endpoint.path)) {
  if (!isConsoleOnly(endpoint)) return parapet.call(endpoint.method, path, asked);
  const { as, ...rest } = asked;
  const { Authorization = '', ...others } = rest.headers ?? {};
  const token = as === undefined ? Authorization : (await session(parapet, as)).token;
  const headers = { ...others, 'X-Console': '1', Cookie: `sid=${token}` };
  return parapet.call(endpoint.method, path, { host: 'acme.test', ...rest, headers });
}

const open = routes.filter((route) => route.endpoint.permission === 'public');
const guarded = routes.filter((route) => route.endpoint.permission !== 'public');

function expectEnvelope(answer: Answer, name: string) {
  expect(answer.headers.get('content-type'), name).toBe('application/json; charset=utf-8');
  expect(answer.body, name).toMatchObject({
    code: expect.any(Number),
    message: expect.any(String),
    err_key: expect.stringMatching(/^err\./),
  });
  expect(answer.body.code, name).not.toBe(0);
}

const HOSTILE_IDS = [
  'id%3Fx=1',
  'id%20',
  '%E2%80%AE',
  '..',
  `${'a'.repeat(4000)}`,
  '-1',
  '1e3',
  '18446744073709551616',
  '__proto__',
  '%7B%7D',
];

describe('every endpoint', () => {
  it('is closed to the anonymous and to unreadable credentials', async () => {
    const credentials = [
      undefined,
      'Bearer',
      'Bearer  ',
      'Bearer a b',
      'Basic YTpi',
      `Bearer ${'x'.repeat(600)}`,
      'Bearer not-a-token',
      'ApiKey ppt_aaaaaaaa.b',
    ];
    for (const { name, endpoint } of guarded) {
      for (const header of credentials) {
        const answer = await call(endpoint, {
          host: 'acme.test',
          headers: header === undefined ? {} : { Authorization: header },
        });
        expect(answer.status, `${name} with ${header}`).toBe(401);
        expectEnvelope(answer, name);
      }
    }
  });

  it('tells somebody without its permission nothing about ids or bodies', async () => {
    for (const { name, endpoint } of guarded) {
      if (endpoint.permission === 'session' || typeof endpoint.permission === 'function') continue;
      const answer = await call(endpoint, { as: 'acme-nobody', raw: 'not json' });
      expect(answer.status, name).toBe(403);
      expectEnvelope(answer, name);
    }
  });

  it('names the allowed methods when another one is used', async () => {
    const paths = [...new Set(routes.map((route) => route.endpoint.path))];
    for (const path of paths) {
      const taken = routes.filter((route) => route.endpoint.path === path).map((route) => route.endpoint.method);
      const other = METHODS.find((method) => !taken.includes(method));
      if (!other) continue;
      const answer = await call({ method: other, path }, { host: 'acme.test' });
      // A parameter in the same place may lend the path another endpoint's method.
      if (answer.status !== 405) {
        expect([401, 404], `${other} ${path}`).toContain(answer.status);
        continue;
      }
      expectEnvelope(answer, path);
      for (const method of taken) expect(answer.headers.get('allow'), path).toContain(method);
    }
  });

  it.each([...guarded, ...open])(
    '$name: unreadable bodies and hostile ids, never with 5xx',
    async ({ name, endpoint }) => {
      for (const id of HOSTILE_IDS) {
        if (!endpoint.path.includes('{')) break;
        const path = endpoint.path.replace(/\{\w+\}/g, id);
        const answer = await call(endpoint, { as: 'acme-root', body: {} }, path);
        expect(answer.status, `${name} ${id}`).toBeGreaterThanOrEqual(400);
        expect(answer.status, `${name} ${id}`).toBeLessThan(500);
        expectEnvelope(answer, name);
      }
      if (!endpoint.body) return;
      for (const raw of ['', '{', '[]', '"text"', 'null', '{"a":1,"a":2}']) {
        const answer = await call(endpoint, {
          as: 'acme-root',
          raw,
          headers: { 'Content-Type': 'application/json' },
        });
        expect(answer.status, `${name} ${raw}`).toBeLessThan(500);
      }
    },
  );

  it('records a write to a path that does not exist, when it knows who', async () => {
    const answer = await parapet.call('POST', '/api/guard/zzz', { as: 'acme-root', body: {} });
    expect(answer.status).toBe(404);
    await parapet.call('POST', '/api/guard/yyy', { host: 'acme.test', body: {} });
    const rows = await parapet.runtime.store.read
      .selectFrom('audit_logs')
      .select(['resource_label', 'actor_name', 'http_status'])
      .where('action', '=', 'unregistered.business_operation')
      .where('resource_label', 'like', '%/api/guard/%')
      .execute();
    expect(rows).toEqual([{ resource_label: 'POST /api/guard/zzz', actor_name: 'acme-root', http_status: 404 }]);
  });
});
