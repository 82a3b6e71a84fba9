import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { PASSWORD } from '@/test/people';
import { idOf, login, session } from '@/test/sign-in';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet({ env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
});
afterAll(() => parapet.close());

type Headers = Record<string, string>;
const HTTPS = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.9' };
const credentials = (username: string, password = PASSWORD) => ({
  username,
  password: Buffer.from(password).toString('base64'),
});

const door = (method: string, headers: Headers = {}, body?: object, host = 'acme.test') =>
  parapet.call(method, '/console/session', { host, headers: { 'X-Console': '1', ...headers }, body });

/** Signs in through the door; answers the cookie as a browser would send it back. */
async function enter(username = 'acme-root', headers: Headers = {}) {
  const answer = await door('POST', headers, credentials(username));
  const set = answer.headers.get('set-cookie') ?? '';
  return { answer, set, cookie: set.split(';')[0] ?? '', token: /=(\w+);/.exec(set)?.[1] ?? '' };
}

const policies = (headers: Headers, host = 'acme.test') =>
  parapet.call('GET', '/console/api/guard/policies', { host, headers: { 'X-Console': '1', ...headers } });

describe('signing in to the console', () => {
  it('sets a cookie no script can read and answers who came, never the token', async () => {
    const { answer, set, token } = await enter();
    expect(answer.status).toBe(200);
    expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
    const maxAge = parapet.runtime.config.SESSION_MAX_S;
    expect(set).toBe(`sid=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}`);
    expect(JSON.stringify(answer.body)).not.toContain(token);
    expect(answer.body.data).toMatchObject({
      user: { user_name: 'acme-root', role_ids: [10] },
      oem: { oem_id: 'acme' },
      is_platform: false,
      tier: 'root',
      need_change_password: false,
      insecure_transport: true,
    });
    expect(answer.body.data.permissions).toContain('guard.policy.list');
    expect(answer.body.data.permissions.every((key: string) => !key.includes('*'))).toBe(true);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('over https the cookie is bound to this very host', async () => {
    const { answer, set, cookie, token } = await enter('acme-root', HTTPS);
    expect(set).toMatch(/^__Host-sid=\w{32}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/);
    expect(answer.body.data.insecure_transport).toBe(false);
    expect((await policies({ ...HTTPS, Cookie: cookie })).status).toBe(200);
    // A cookie that any subdomain could have planted is not the session.
    expect((await policies({ ...HTTPS, Cookie: `sid=${token}` })).status).toBe(401);
  });

  it('refuses like the API: the same 401, no cookie', async () => {
    const refused = await door('POST', {}, credentials('acme-root', 'wrong password'));
    expect(refused).toMatchObject({ status: 401, body: { err_key: 'err.auth.wrong_credentials' } });
    expect(refused.headers.get('set-cookie')).toBeNull();
    expect((await door('POST', {}, { username: 'acme-root' })).status).toBe(400);
    const form = await parapet.call('POST', '/console/session', {
      host: 'acme.test',
      raw: JSON.stringify(credentials('acme-root')),
      headers: { 'X-Console': '1', 'Content-Type': 'text/plain' },
    });
    expect(form.status).toBe(415);
    expect((await door('PUT', {}, {})).headers.get('allow')).toBe('DELETE, GET, HEAD, POST');
  });
});

describe('the session', () => {
  it('is read, used and ended by its cookie', async () => {
    const { cookie } = await enter('acme-child');
    expect((await door('GET', { Cookie: cookie })).body.data.user.user_name).toBe('acme-child');
    expect((await policies({ Cookie: `theme=dark; ${cookie}` })).status).toBe(200);

    const out = await door('DELETE', { Cookie: cookie });
    expect(out.status).toBe(200);
    expect(out.headers.get('set-cookie')).toBe('sid=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0');
    expect((await policies({ Cookie: cookie })).status).toBe(401);
    expect((await door('GET', { Cookie: cookie })).status).toBe(401);
  });

  it('says when the password must be changed, and lets nothing else through', async () => {
    const id = await idOf(parapet, 'acme-viewer');
    await parapet.call('PUT', `/api/sys/users/${id}/password`, { as: 'acme-root', body: { password: 'temporary' } });
    const answer = await door('POST', {}, credentials('acme-viewer', 'temporary'));
    expect(answer.body.data.need_change_password).toBe(true);
    const Cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(await policies({ Cookie })).toMatchObject({
      status: 403,
      body: { err_key: 'err.auth.password_change_required' },
    });
    const changed = await parapet.call('PUT', `/console/api/sys/users/${id}/password`, {
      host: 'acme.test',
      headers: { 'X-Console': '1', Cookie },
      body: { password: PASSWORD },
    });
    expect(changed.status).toBe(200);
    expect((await policies({ Cookie })).status).toBe(200);
  });

  it('belongs to one site', async () => {
    const { cookie } = await enter();
    expect((await policies({ Cookie: cookie }, 'borealis.test')).status).toBe(403);
    expect((await door('GET', { Cookie: cookie }, undefined, 'borealis.test')).status).toBe(403);
  });
});

describe('what is sent to the door', () => {
  it('is as small as a name and a password', async () => {
    const large = await door('POST', {}, { ...credentials('acme-root'), more: 'x'.repeat(4096) });
    expect(large).toMatchObject({ status: 413, body: { err_key: 'err.request.too_large' } });
    const more = await door('POST', {}, { ...credentials('acme-root'), remember: true });
    expect(more.status).toBe(200);
    expect(more.headers.get('x-ignored-fields')).toBe('remember');
  });

  it('is audited like any write: signing out, and what somebody known was refused', async () => {
    const { cookie } = await enter('acme-other');
    const headers = { Cookie: cookie, 'X-Console': '1' };
    const user_id = await idOf(parapet, 'acme-other');
    expect((await door('DELETE', headers, undefined, 'borealis.test')).status).toBe(403);
    expect((await door('PUT', headers, {})).status).toBe(405);
    const out = await door('DELETE', headers);
    expect((await door('DELETE', headers)).status).toBe(401);
    const rows = await parapet.runtime.store.read
      .selectFrom('audit_logs')
      .select(['oem_id', 'action', 'resource_type', 'resource_id', 'message', 'http_status', 'request_id'])
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute();
    const row = { oem_id: 'acme', action: 'auth.session.logout', resource_type: 'session' };
    const summary = 'End the session whose token the request carries';
    expect(rows).toMatchObject([
      { ...row, http_status: 403, resource_id: '', message: summary },
      { action: 'unregistered.business_operation', http_status: 405 },
      { ...row, http_status: 200, resource_id: user_id, message: `${summary}: acme-other` },
    ]);
    expect(rows[2]?.request_id).toBe(out.headers.get('x-request-id'));
  });

  it('answers HEAD without a body', async () => {
    const { cookie } = await enter();
    const head = await door('HEAD', { Cookie: cookie });
    expect([head.status, head.body]).toEqual([200, '']);
    const type = 'application/json; charset=utf-8';
    expect(head.headers.get('content-type')).toBe(type);
    expect(head.headers.get('content-length')).toBeNull();
    expect((await door('HEAD')).status).toBe(401);
  });
});

describe('the two doors do not open each other', () => {
  it('a cookie means nothing below /api', async () => {
    const { cookie } = await enter();
    const headers = { 'X-Console': '1', Cookie: cookie };
    expect((await parapet.call('GET', '/api/guard/policies', { host: 'acme.test', headers })).status).toBe(401);
  });

  it('an Authorization header means nothing below /console', async () => {
    const { token } = await session(parapet, 'acme-root');
    expect((await policies({ Authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await door('GET', { Authorization: `Bearer ${token}` })).status).toBe(401);
  });

  it('there is nothing else behind the door', async () => {
    const { cookie } = await enter();
    for (const path of [
      ...['/console/api/console/session', '/console/api/session', '/console/api/nothing', '/console/session/x'],
      ...['/api/console/session', '/api/session', '/session'],
    ]) {
      const { status } = await parapet.call('GET', path, {
        host: 'acme.test',
        headers: { 'X-Console': '1', Cookie: cookie },
      });
      expect(status, path).toBe(404);
    }
  });
});

describe('another site', () => {
  const foreign: [string, Headers][] = [
    ['without the header only a script of ours sends', { 'X-Console': '' }],
    ['with another value of it', { 'X-Console': 'true' }],
    ['cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['same site, other origin', { 'Sec-Fetch-Site': 'same-site' }],
    ['from the address bar', { 'Sec-Fetch-Site': 'none' }],
    ['foreign origin', { Origin: 'https://evil.test' }],
    ['origin that only begins alike', { Origin: 'http://acme.test.evil.test' }],
    ['the other brand', { Origin: 'http://borealis.test' }],
    ['opaque origin', { Origin: 'null' }],
  ];

  it.each(foreign)('%s: nothing is read, changed, begun or ended', async (_name, headers) => {
    const { cookie } = await enter();
    const Cookie = cookie;
    const create = parapet.call('POST', '/console/api/guard/policies', {
      host: 'acme.test',
      headers: { 'X-Console': '1', Cookie, ...headers },
      body: { name: 'Forged' },
    });
    const answers = await Promise.all([
      policies({ Cookie, ...headers }),
      create,
      door('GET', { Cookie, ...headers }),
      door('POST', headers, credentials('acme-root')),
      door('DELETE', { Cookie, ...headers }),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 403, body: { err_key: 'err.auth.cross_site' } });
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect((await policies({ Cookie })).status).toBe(200);
    const found = await parapet.call('GET', '/api/guard/policies?keyword=forged', { as: 'acme-root' });
    expect(found.body.data.total).toBe(0);
  });

  const behind = (host: string, scheme: string) => ({
    'X-Forwarded-Host': host,
    'X-Forwarded-Proto': scheme,
    'X-Forwarded-For': '203.0.113.9',
  });

  it.each([
    ['http://acme.test', 'acme.test', 'http'],
    ['http://ACME.test', 'acme.test:80', 'http'],
    ['http://acme.test:3000', 'acme.test:3000', 'http'],
    ['https://acme.test', 'acme.test', 'https'],
    ['https://acme.test', 'acme.test:443', 'https'],
    ['https://acme.test:8443', 'acme.test:8443', 'https'],
  ])('%s at %s over %s is our own page', async (Origin, host, scheme) => {
    const { cookie } = await enter('acme-root', behind(host, scheme));
    expect((await policies({ ...behind(host, scheme), Cookie: cookie, Origin })).status).toBe(200);
  });

  it.each([
    ['https://acme.test', 'acme.test', 'http'],
    ['http://acme.test', 'acme.test', 'https'],
    ['http://acme.test:3001', 'acme.test:3000', 'http'],
    ['http://acme.test', 'acme.test:3000', 'http'],
    ['https://acme.test', 'acme.test:8443', 'https'],
  ])('%s at %s over %s is not', async (Origin, host, scheme) => {
    const { cookie } = await enter('acme-root', behind(host, scheme));
    const refused = await policies({ ...behind(host, scheme), Cookie: cookie, Origin });
    expect(refused).toMatchObject({ status: 403, body: { err_key: 'err.auth.cross_site' } });
  });
});

it('failed sign-ins at the door count as much as at the API', async () => {
  for (let i = 0; i < 10; i++) await door('POST', {}, credentials('acme-editor', 'wrong password'));
  const refused = await door('POST', {}, credentials('acme-editor'));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await login(parapet, 'acme-editor')).status).toBe(429);
});
