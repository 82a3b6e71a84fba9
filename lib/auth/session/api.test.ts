import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { PASSWORD } from '@/test/people';
import { idOf, login, session } from '@/test/sign-in';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet({ env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
});
afterAll(() => parapet.close());

let lastAddress = 0;
/** An address nobody used before, so that no test runs into another's throttle. */
const fresh = () => ({ 'X-Forwarded-For': `198.51.${Math.floor(++lastAddress / 250)}.${(lastAddress % 250) + 1}` });
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

const policies = (request: { token?: string; host?: string; headers?: Record<string, string> }, query = '') =>
  parapet.call('GET', `/api/guard/policies${query}`, { host: 'acme.test', ...request });

const records = (user_name: string) =>
  parapet.runtime.store.read
    .selectFrom('login_records')
    .selectAll()
    .where('user_name', '=', user_name)
    .orderBy('id')
    .execute();

describe('refused sign-ins', () => {
  const wrong = { username: 'acme-viewer', password: Buffer.from('wrong password').toString('base64') };
  const attempt = (body: object) =>
    parapet.call('POST', '/api/auth/login', { host: 'acme.test', body, headers: fresh() });

  it('are all the same, whatever the reason', async () => {
    const expected = await attempt(wrong);
    expect(expected).toMatchObject({ status: 401, body: { err_key: 'err.auth.wrong_credentials' } });
    const right = Buffer.from(PASSWORD).toString('base64');
    for (const body of [
      { ...wrong, username: 'nobody-at-all' },
      { ...wrong, username: 'borealis-root', password: right },
      { ...wrong, username: '' },
      { ...wrong, password: '' },
      { ...wrong, password: PASSWORD },
      { ...wrong, password: `!!${right}` },
      { ...wrong, password: `${right.slice(0, 4)} ${right.slice(4)}` },
      { ...wrong, password: Buffer.from([0xff, 0xfe, 0xfd]).toString('base64') },
      { ...wrong, password: 'A'.repeat(2000) },
    ]) {
      const answer = await attempt(body);
      expect(answer.status, JSON.stringify(body)).toBe(401);
      expect(answer.body).toEqual(expected.body);
    }
  });

  it('of a locked user look like a wrong password; only the record tells', async () => {
    const users = () => parapet.runtime.store.writer.updateTable('users').where('user_name', '=', 'acme-editor');
    await users().set({ locked: 1 }).execute();
    const answer = await login(parapet, 'acme-editor', PASSWORD, { headers: fresh() });
    await users().set({ locked: 0 }).execute();
    expect(answer).toMatchObject({ status: 401, body: { err_key: 'err.auth.wrong_credentials' } });
    expect((await records('acme-editor')).at(-1)).toMatchObject({ login_status: 2, failure_reason: 'locked' });
  });

  it('wrong types are a 400 that names the field', async () => {
    for (const [body, field] of [
      [{ username: { $ne: null }, password: ['a'] }, 'username'],
      [{ username: 'acme-root', password: ['a'] }, 'password'],
      [{ username: 'acme-root' }, 'password'],
      [{ username: null, password: 'x' }, 'username'],
    ] as const) {
      expect(await attempt(body)).toMatchObject({ status: 400, body: { data: { field } } });
    }
  });
});

describe('guessing', () => {
  const guess = (username: string, address: string, password = 'wrong password') =>
    login(parapet, username, password, { host: 'acme.test', ...from(address) });

  it('slows down per account and address, and nobody else notices', async () => {
    for (let i = 0; i < 10; i++) expect((await guess('acme-other', '203.0.113.1')).status).toBe(401);
    for (const password of ['wrong password', PASSWORD]) {
      const refused = await guess('ACME-other ', '203.0.113.1', password);
      expect(refused).toMatchObject({ status: 429, body: { err_key: 'err.request.rate_limited' } });
      const wait = Number(refused.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(200);
      expect(wait).toBeLessThanOrEqual(300);
    }
    expect((await guess('acme-other', '203.0.113.2', PASSWORD)).status).toBe(200);
    expect((await guess('acme-root', '203.0.113.1', PASSWORD)).status).toBe(200);
  });

  it('is not faster all at once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => guess('acme-root', '203.0.113.3')));
    const refused = answers.filter((answer) => answer.status === 401).length;
    expect(refused).toBe(10);
    expect(answers.every((answer) => [401, 429].includes(answer.status))).toBe(true);
  });

  it('one password over many accounts slows down per address', async () => {
    const statuses = [];
    for (let i = 0; i <= 100; i++) statuses.push((await guess(`sprayed-${i}`, '203.0.113.4')).status);
    expect(statuses.slice(0, 100).every((status) => status === 401)).toBe(true);
    expect(statuses[100]).toBe(429);
    expect((await guess('acme-root', '203.0.113.4', PASSWORD)).status).toBe(429);
    expect((await guess('acme-root', '203.0.113.5', PASSWORD)).status).toBe(200);
  }, 60_000);

  it('is not faster from the many addresses of one IPv6 network', async () => {
    for (let i = 0; i < 10; i++) await guess('acme-child', `2001:db8:7:1::${i + 1}`);
    expect((await guess('acme-child', '2001:db8:7:1:ffff::1')).status).toBe(429);
    expect((await guess('acme-child', '2001:db8:7:2::1')).status).toBe(401);
    for (let i = 0; i < 10; i++) await guess('acme-viewer', i % 2 ? '203.0.113.77' : '::ffff:203.0.113.77');
    expect((await guess('acme-viewer', '203.0.113.77')).status).toBe(429);
  });

  it('what no longer slows anybody down is forgotten', async () => {
    const { store } = parapet.runtime;
    await store.writer.updateTable('sign_in_failures').set({ ctime: 1 }).execute();
    expect((await guess('acme-child', '2001:db8:7:1::1')).status).toBe(401);
    const left = await store.read.selectFrom('sign_in_failures').selectAll().execute();
    expect(left).toMatchObject([{ network: '2001:db8:7:1::/64', user_key: 'acme-child' }]);
  });

  it('an address is the last hop no trusted proxy wrote', async () => {
    for (let i = 0; i < 10; i++) await guess('acme-child', `10.0.0.${i}, 203.0.113.6`);
    expect((await guess('acme-child', '10.9.9.9, 203.0.113.6')).status).toBe(429);
  });
});

it('a sign-in is recorded with its reason and without any secret', async () => {
  const headers = { ...fresh(), 'User-Agent': 'probe/1.0' };
  const id = await idOf(parapet, 'acme-nobody');
  const { body } = await login(parapet, 'acme-nobody', PASSWORD, { headers });
  await login(parapet, 'acme-nobody', 'almost right', { headers });
  await login(parapet, 'Ghost', 'almost right', { headers, host: 'acme.test' });
  const rows = [...(await records('acme-nobody')), ...(await records('Ghost'))];
  expect(rows.map((r) => [r.user_id, r.login_status, r.failure_reason, Number(r.ttl_seconds), r.auth_channel])).toEqual(
    [
      [id, 1, '', parapet.runtime.config.SESSION_MAX_S, 'password'],
      [id, 2, 'wrong_password', 0, 'password'],
      ['', 2, 'unknown_user', 0, 'password'],
    ],
  );
  for (const row of rows) {
    expect(row).toMatchObject({ oem_id: 'acme', ip: headers['X-Forwarded-For'], user_agent: 'probe/1.0' });
    expect(row.request_id).toMatch(/^[0-9a-f-]{36}$/);
  }
  const text = JSON.stringify(rows);
  for (const secret of [PASSWORD, 'almost right', Buffer.from('almost right').toString('base64'), body.data.token]) {
    expect(text).not.toContain(secret);
  }
});

describe('tokens', () => {
  it('are 32 letters and digits, each new, with their end', async () => {
    const before = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => login(parapet, 'acme-root', PASSWORD, { headers: fresh() })),
    );
    const tokens = answers.map((answer) => answer.body.data.token);
    expect(new Set(tokens).size).toBe(20);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
    const expires = Date.parse(answers[0]?.body.data.expires_at);
    const lifetime = parapet.runtime.config.SESSION_MAX_S * 1000;
    expect(expires).toBeGreaterThanOrEqual(before + lifetime);
    expect(expires).toBeLessThanOrEqual(Date.now() + lifetime);
  });

  it('and passwords are nowhere in the store', async () => {
    const { token } = await session(parapet, 'acme-root');
    const { store, config } = parapet.runtime;
    if (store.kind === 'embedded') {
      const files = readdirSync(config.DATA_DIR).filter((name) => name.startsWith('parapet.db'));
      const content = Buffer.concat(files.map((name) => readFileSync(`${config.DATA_DIR}/${name}`))).toString('latin1');
      expect(content).toContain('acme-root');
      for (const secret of [token, PASSWORD, Buffer.from(PASSWORD).toString('base64')])
        expect(content).not.toContain(secret);
      return;
    }
    for (const table of ['sessions', 'users', 'audit_logs', 'login_records', 'revisions'] as const) {
      const rows = JSON.stringify(await store.read.selectFrom(table).selectAll().execute());
      for (const secret of [token, PASSWORD]) expect(rows, table).not.toContain(secret);
    }
  });

  it('count nowhere but in the Authorization header', async () => {
    const { token } = await session(parapet, 'acme-root');
    expect((await policies({}, `?token=${token}&access_token=${token}`)).status).toBe(401);
    const elsewhere: Record<string, string>[] = [
      { Cookie: `sid=${token}` },
      { Cookie: `__Host-sid=${token}` },
      { 'X-Auth-Token': token },
    ];
    for (const headers of elsewhere) expect((await policies({ headers })).status).toBe(401);
  });

  it('are read strictly, the scheme in any letter case', async () => {
    const { token } = await session(parapet, 'acme-root');
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect((await policies({ headers: { Authorization: `${scheme} ${token}` } })).status).toBe(200);
    }
    for (const value of [
      'Bearer',
      'Bearer  ',
      `Bearer  ${token}`,
      `Bearer ${token} x`,
      `Bearer ${token},${token}`,
      `Basic ${token}`,
      `Token ${token}`,
      token,
      `Bearer ${token.slice(0, 31)}`,
      `Bearer ${'x'.repeat(5000)}`,
      `Bearer ${token}\u00e9`,
    ]) {
      const { status, headers } = await policies({ headers: { Authorization: value } });
      expect(status, value).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('two Authorization headers are refused', async () => {
    const { token } = await session(parapet, 'acme-root');
    const { hostname, port } = new URL(parapet.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        const line = `Authorization: Bearer ${token}\r\n`;
        socket.write(`GET /api/guard/policies HTTP/1.1\r\nHost: acme.test\r\nConnection: close\r\n${line}${line}\r\n`);
      });
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('err.request.malformed');
  });

  it('belong to one site', async () => {
    const { token } = await session(parapet, 'acme-root');
    for (const host of ['acme.test', 'ACME.TEST:8443', 'acme.test.']) {
      expect((await policies({ token, host })).status, host).toBe(200);
    }
    for (const host of ['borealis.test', 'nobody.test', '127.0.0.1']) {
      expect(await policies({ token, host }), host).toMatchObject({
        status: 403,
        body: { err_key: 'err.auth.oem_mismatch' },
      });
    }
  });

  it('and a write at another’s leaves a row in their own brand’s log, whoever carries it', async () => {
    const { token, user_id } = await session(parapet, 'acme-root');
    const host = 'borealis.test';
    const key = await parapet.call('POST', '/api/sys/api-keys', { as: 'acme-root', body: { name: 'Abroad' } });
    const headers = { Authorization: `ApiKey ${key.body.data.api_key}` };
    const write = { host, body: { name: 'Abroad' } };
    const answers = [
      await parapet.call('POST', '/api/guard/policies', { ...write, token }),
      await parapet.call('POST', '/api/guard/policies', { ...write, headers }),
      await parapet.call('POST', '/api/guard/nothing', { ...write, token }),
      await parapet.call('PATCH', '/api/guard/policies', { ...write, token }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 404, 405]);
    await parapet.call('GET', '/api/guard/policies', { host, token });
    const rows = await parapet.runtime.store.read
      .selectFrom('audit_logs')
      .select(['oem_id', 'action', 'actor_type', 'http_status'])
      .where('user_id', '=', user_id)
      .where('status', '=', 2)
      .orderBy('id', 'desc')
      .limit(4)
      .execute();
    const row = { oem_id: 'acme', actor_type: 'user' };
    const unknown = 'unregistered.business_operation';
    expect(rows.reverse()).toEqual([
      { ...row, action: 'guard.policy.create', http_status: 403 },
      { ...row, action: 'guard.policy.create', actor_type: 'apikey', http_status: 403 },
      { ...row, action: unknown, http_status: 404 },
      { ...row, action: unknown, http_status: 405 },
    ]);
  });
});

it('signing out ends this session and no other', async () => {
  const [one, two] = [await session(parapet, 'acme-root'), await session(parapet, 'acme-root')];
  const logout = () => parapet.call('POST', '/api/auth/logout', one);
  expect(await logout()).toMatchObject({ status: 200, body: { code: 0, data: null } });
  expect((await policies(one)).status).toBe(401);
  expect((await logout()).status).toBe(401);
  expect((await policies(two)).status).toBe(200);
});

describe('no way around', () => {
  it('HEAD is guarded like GET, an override header changes nothing', async () => {
    const { token } = await session(parapet, 'acme-root');
    expect((await parapet.call('HEAD', '/api/guard/policies', { host: 'acme.test' })).status).toBe(401);
    expect((await parapet.call('HEAD', '/api/guard/policies', { host: 'acme.test', token })).status).toBe(200);
    const created = await parapet.call('POST', '/api/guard/policies', {
      host: 'acme.test',
      token,
      body: { name: 'Not deleted' },
      headers: { 'X-HTTP-Method-Override': 'DELETE' },
    });
    expect(created.status).toBe(201);
  });

  it.each([
    ['x-middleware-subrequest', 'middleware:middleware:middleware:middleware:middleware'],
    ['RSC', '1'],
    ['Next-Router-Prefetch', '1'],
    ['Next-Action', 'x'],
    ['X-Forwarded-Host', 'acme.test'],
    ['X-Original-URL', '/api/cli/version'],
  ])('%s opens nothing', async (name, value) => {
    expect((await policies({ headers: { [name]: value } })).status).toBe(401);
    expect((await policies({ headers: { [name]: value } }, '?nxtPid=1&_rsc=1')).status).toBe(401);
  });

  it.each(['/api/guard/policies.rsc', '/api/guard/policies.json', '/api/guard/policies/'])(
    '%s is nothing',
    async (path) => {
      expect((await parapet.call('GET', path, { host: 'acme.test' })).status).toBe(404);
    },
  );
});
