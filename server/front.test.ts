import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

/** Sends bytes as they are and reads until the server closes or has answered once. */
function raw(bytes: string): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(parapet.url).port), '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.setTimeout(8_000, () => socket.destroy(new Error(`no answer to ${bytes.slice(0, 80)}`)));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const [head = '', body = ''] = received.split('\r\n\r\n');
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      if (received.includes('\r\n\r\n') && (length === undefined || body.length >= Number(length))) {
        socket.destroy();
        resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body });
      }
    });
    socket.on('error', reject);
  });
}

const get = (target: string, headers = '') => raw(`GET ${target} HTTP/1.1\r\nHost: acme.test\r\n${headers}\r\n`);

function expectEnvelope(body: string) {
  const envelope = JSON.parse(body);
  expect(envelope.code).not.toBe(0);
  expect(envelope.err_key).toMatch(/^err\./);
  expect(envelope.message).toBeTruthy();
  expect(envelope.data.category).toBeTruthy();
}

describe('malformed targets', () => {
  it.each([
    '/api/guard/policies/%ff',
    '/api/get%zz',
    '/api/guard/policies/a%2fb',
    '/api/guard/policies/%2e%2e%2fx',
    '/api/guard/policies/%00',
    '//api//guard/policies',
    '/api\\guard',
    '/api/../healthz',
    'http://evil.example/api/guard/policies',
    '*',
    `/api/${'a'.repeat(9000)}`,
  ])('%s is refused in the envelope', async (target) => {
    const answer = await get(target);
    expect([400, 404]).toContain(answer.status);
    expectEnvelope(answer.body);
  });

  it('unknown methods and unknown paths answer the envelope, with Allow where a path exists', async () => {
    const trace = await raw('TRACE /api/guard/policies HTTP/1.1\r\nHost: acme.test\r\n\r\n');
    expect(trace.status).toBe(405);
    expectEnvelope(trace.body);
    const foo = await raw('FOO /api/guard/policies HTTP/1.1\r\nHost: acme.test\r\n\r\n');
    expect(foo.status).toBe(400);
    expectEnvelope(foo.body);
    const patch = await raw('PATCH /api/guard/policies HTTP/1.1\r\nHost: acme.test\r\nContent-Length: 0\r\n\r\n');
    expect(patch.status).toBe(405);
    expect(patch.head).toMatch(/allow: GET, HEAD, POST/i);
    for (const path of ['/api', '/api/', '/api/nothing', '/api/guard/policies/', '/api/sys/users.rsc']) {
      const answer = await get(path);
      expect(answer.status, path).toBe(404);
      expectEnvelope(answer.body);
    }
  });
});

describe('headers', () => {
  it('refuses a second Authorization, a missing or impossible Host and an oversized head', async () => {
    const two = await get('/api/guard/policies', 'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n');
    expect(two.status).toBe(400);
    expectEnvelope(two.body);
    for (const host of ['a.test$(touch x)', 'a`id`', 'a";id;"', 'a b']) {
      const answer = await raw(`GET /api/guard/policies HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      expect(answer.status, host).toBe(400);
      expectEnvelope(answer.body);
    }
    const big = await get('/healthz', `X-Big: ${'a'.repeat(20_000)}\r\n`);
    expect(big.status).toBe(431);
    expectEnvelope(big.body);
    expect((await get('/healthz', '__proto__: x\r\n')).status).toBe(200);
  });

  it('refuses more headers than anybody sends, and whoever sends them connects again', async () => {
    const few = 'a: b\r\n'.repeat(127);
    expect((await get('/healthz', few)).status).toBe(200);
    for (const headers of [`${few}a: b\r\n`, 'a:\r\n'.repeat(4_000)]) {
      const answer = await get('/healthz', headers);
      expect(answer.status).toBe(431);
      expect(answer.head).toMatch(/^connection: close$/im);
      expect(JSON.parse(answer.body).err_key).toBe('err.request.too_many_headers');
    }
  });

  it.each([
    ['no host', 'GET /api/cli/version HTTP/1.1\r\n\r\n'],
    [
      'an expectation that nobody can meet',
      'GET /api/cli/version HTTP/1.1\r\nHost: acme.test\r\nExpect: a-miracle\r\n\r\n',
    ],
    [
      'a body that is coded beyond chunks',
      [
        'POST /api/auth/login HTTP/1.1\r\nHost: acme.test\r\nContent-Type: application/json',
        'Transfer-Encoding: gzip, chunked\r\n\r\n22\r\n{"username":"x","password":"eA=="}\r\n0\r\n\r\n',
      ].join('\r\n'),
    ],
  ])('refuses %s in the envelope', async (_, request) => {
    const answer = await raw(request);
    expect(answer.status).toBe(400);
    expectEnvelope(answer.body);
  });

  it('every answer forbids caching and sniffing and carries no CORS permission', async () => {
    const answer = await parapet.call('GET', '/api/guard/policies', {
      as: 'acme-root',
      headers: { Origin: 'https://evil.example' },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('x-powered-by')).toBeNull();
  });

  it('believes forwarding headers only from a trusted proxy, and then the right-most untrusted hop', async () => {
    const forged = {
      'X-Forwarded-For': '9.9.9.9',
      'X-Real-IP': '9.9.9.9',
      Forwarded: 'for=9.9.9.9',
      'True-Client-IP': '9.9.9.9',
    };
    const body = { username: 'acme-root', password: 'IQ==' };
    await parapet.call('POST', '/api/auth/login', { host: 'acme.test', body, headers: forged });
    const proxied = await startParapet({ env: { TRUSTED_PROXIES: '127.0.0.0/8, 10.0.0.0/8' } });
    const hops = { 'X-Forwarded-For': '6.6.6.6, 9.9.9.9, 10.1.1.1', 'X-Forwarded-Host': 'borealis.test' };
    await proxied.call('POST', '/api/auth/login', { host: 'acme.test', body, headers: hops });
    const ips = async (of: Parapet) =>
      of.runtime.store.read
        .selectFrom('login_records')
        .select(['ip', 'oem_id'])
        .orderBy('id', 'desc')
        .limit(1)
        .execute();
    expect(await ips(parapet)).toEqual([{ ip: '127.0.0.1', oem_id: 'acme' }]);
    expect(await ips(proxied)).toEqual([{ ip: '9.9.9.9', oem_id: 'borealis' }]);
    await proxied.close();
  });

  it('ignores what would name another method, another host or a way around', async () => {
    const bypass = {
      'X-Middleware-Subrequest': 'middleware:middleware:middleware:middleware:middleware',
      RSC: '1',
      'Next-Router-Prefetch': '1',
      Cookie: 'sid=abcdefghijklmnopqrstuvwxyzABCDEF',
    };
    expect(
      (await parapet.call('GET', '/api/guard/policies?token=x', { host: 'acme.test', headers: bypass })).status,
    ).toBe(401);
    const override = await parapet.call('POST', '/api/guard/policies', {
      as: 'acme-root',
      body: {},
      headers: { 'X-HTTP-Method-Override': 'DELETE' },
    });
    expect(override.status).toBe(400);
    expect((await parapet.call('HEAD', '/api/guard/policies', { host: 'acme.test' })).status).toBe(401);
  });
});

it('a flood with tokens that are none costs no row, however often it is tried', async () => {
  const rows = async (table: 'audit_logs' | 'login_records') => {
    const counted = parapet.runtime.store.read.selectFrom(table).select(({ fn }) => fn.countAll().as('n'));
    return Number((await counted.executeTakeFirstOrThrow()).n);
  };
  const before = [await rows('audit_logs'), await rows('login_records')];
  for (let i = 0; i < 500; i += 20) {
    const tries = Array.from({ length: 20 }, (_, n) =>
      parapet.call(n % 2 ? 'GET' : 'POST', '/api/guard/policies', {
        host: 'acme.test',
        token: String(i + n).padStart(32, 'x'),
      }),
    );
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([401]));
  }
  expect([await rows('audit_logs'), await rows('login_records')]).toEqual(before);
});

describe('bodies', () => {
  const post = (request: object) => parapet.call('POST', '/api/guard/policies', { as: 'acme-root', ...request });

  it.each<[string, string | Uint8Array, number]>([
    ['no body', '', 400],
    ['broken syntax', '{"name":', 400],
    ['a key twice', '{"name":"a","name":"b"}', 400],
    ['__proto__', '{"name":"a","__proto__":{"x":1}}', 400],
    ['a byte order mark', '\ufeff{"name":"a"}', 400],
    ['NUL', '{"name":"a\\u0000b"}', 400],
    ['a lone surrogate', '{"name":"\\ud800"}', 400],
    ['invalid UTF-8', Uint8Array.from([0x7b, 0x22, 0x6e, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]), 400],
    ['UTF-16', Buffer.from('{"name":"a"}', 'utf16le'), 400],
    ['16,000 brackets', '['.repeat(16_000), 400],
    ['depth 8,000', `{"name":${'['.repeat(8_000)}${']'.repeat(8_000)}}`, 400],
    ['an array', '[]', 400],
    ['a number', '7', 400],
    ['1e400', '{"name":1e400}', 400],
    ['emoji and right-to-left text', '{"name":"🧱 مرحبا"}', 201],
  ])('%s', async (_name, body, status) => {
    const started = performance.now();
    const answer = await post({ raw: body });
    expect(answer.status).toBe(status);
    if (status === 400) expectEnvelope(JSON.stringify(answer.body));
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('counts the bytes themselves, with or without a length', async () => {
    const huge = 'x'.repeat(50 * 1024 * 1024);
    const answer = await post({ raw: huge });
    expect(answer.status).toBe(413);
    expectEnvelope(JSON.stringify(answer.body));
    const token = (
      await parapet.call('POST', '/api/auth/login', {
        host: 'acme.test',
        body: { username: 'acme-root', password: Buffer.from('correct horse 7').toString('base64') },
      })
    ).body.data.token;
    const chunk = 'y'.repeat(700_000);
    const chunked = await raw(
      `POST /api/guard/policies HTTP/1.1\r\nHost: acme.test\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n` +
        `${chunk.length.toString(16)}\r\n${chunk}\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`,
    );
    expect(chunked.status).toBe(413);
  });

  /** A sign-in of somebody who does not exist, in chunks of so many bytes. */
  const signInBy = (bytes: number) => {
    const body = JSON.stringify({ username: 'nobody', password: 'x'.repeat(3_000) });
    const chunks = body.match(new RegExp(`.{1,${bytes}}`, 'g')) ?? [];
    return raw(
      `POST /api/auth/login HTTP/1.1\r\nHost: acme.test\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks
        .map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
        .join('')}0\r\n\r\n`,
    );
  };

  it('refuses one in chunks of a byte, and reads the next ones whole', async () => {
    for (let i = 0; i < 8; i++) {
      const answer = await signInBy(1);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body).err_key).toBe('err.request.tiny_chunks');
      // By a connection that has the parser of one that was refused.
      const whole = await signInBy(100);
      expect(JSON.parse(whole.body)).toMatchObject({ err_key: 'err.request.invalid', data: { field: 'password' } });
    }
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
  ])('refuses %s', async (type) => {
    const answer = await post({ raw: '{"name":"typed"}', headers: { 'Content-Type': type } });
    expect([400, 415]).toContain(answer.status);
    expectEnvelope(JSON.stringify(answer.body));
  });

  it('refuses compressed bodies and too many query parameters', async () => {
    expect((await post({ raw: '{"name":"x"}', headers: { 'Content-Encoding': 'gzip' } })).status).toBe(415);
    const query = Array.from({ length: 500 }, (_, i) => `a${i}=1`).join('&');
    expect((await parapet.call('GET', `/api/guard/policies?${query}`, { as: 'acme-root' })).status).toBe(400);
  });
});

describe('operations', () => {
  it('tells liveness, readiness, figures and the contract', async () => {
    expect((await parapet.call('GET', '/healthz')).body).toBe('ok');
    expect((await parapet.call('GET', '/readyz')).body).toBe('ready');
    expect((await parapet.call('GET', '/metrics')).body).toContain('parapet_http_requests_total');
    const document = (await parapet.call('GET', '/openapi.json')).body;
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths['/api/guard/policies'].post['x-permission']).toBe('guard.policy.create');
  });

  it('tries the stores ten times a second at most, however many ask whether it is ready', async () => {
    const query = vi.spyOn(parapet.runtime.analytics.store, 'query');
    const tried = () => query.mock.calls.filter(([text]) => text === 'select 1').length;
    const ready = () => parapet.call('GET', '/readyz').then(({ status }) => status);
    await pause(110);
    const asked = performance.now();
    expect(await Promise.all(Array.from({ length: 20 }, ready))).toEqual(Array(20).fill(200));
    expect(tried()).toBeLessThanOrEqual(1 + Math.floor((performance.now() - asked) / 100));
    const before = tried();
    await pause(110);
    await ready();
    expect(tried()).toBe(before + 1);
    query.mockRestore();
  });

  it('has a figure of refusals of each queue before the first one, from which a rate is counted', async () => {
    const { body } = await parapet.call('GET', '/metrics');
    for (const reason of ['share', 'full', 'gone'])
      expect(body).toContain(`parapet_queue_refused_total{queue="passwords",reason="${reason}"} 0`);
  });

  it('keeps the figures from strangers behind a proxy, who have no token', async () => {
    const proxied = await startParapet({ env: { TRUSTED_PROXIES: '127.0.0.1/32', METRICS_TOKEN: 'f'.repeat(16) } });
    const ask = async (headers: Record<string, string>) =>
      (await proxied.call('GET', '/metrics', { headers: { 'X-Forwarded-For': '203.0.113.9', ...headers } })).status;
    expect(await ask({})).toBe(403);
    expect(await ask({ Authorization: `Bearer ${'f'.repeat(15)}` })).toBe(403);
    expect(await ask({ Authorization: `Bearer ${'f'.repeat(16)}` })).toBe(200);
    expect((await proxied.call('GET', '/metrics')).status).toBe(200);
    await proxied.close();
  });
});
