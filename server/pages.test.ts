import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { viewOf } from '@/lib/runtime/view';
import { request } from '@/scripts/request';
import { type Parapet, startParapet } from '@/test/parapet';
import { createFrontServer } from './front';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet({ env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
});
afterAll(() => parapet.close());

/** The headers of a page that a browser asks a proxy for. */
async function page(scheme: string, more: Record<string, string> = {}): Promise<Headers> {
  const headers = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': scheme, ...more };
  return (await parapet.call('GET', '/login', { host: 'acme.test', headers })).headers;
}

describe('pages', () => {
  it('have a policy of their own each, whatever the request brings along', async () => {
    const nonces = new Set<string>();
    for (let i = 0; i < 100; i++) {
      const headers = await page('http', { 'Content-Security-Policy': 'script-src *', 'X-Nonce': 'mine' });
      const parts = (headers.get('content-security-policy') ?? '').split('; ');
      for (const part of ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"]) {
        expect(parts).toContain(part);
      }
      const scripts = parts.find((part) => part.startsWith('script-src ')) ?? '';
      expect(scripts).not.toMatch(/unsafe-inline|\*|mine/);
      nonces.add(/'nonce-([^']{20,})'/.exec(scripts)?.[1] ?? '');
    }
    expect(nonces.size).toBe(100);
  });

  it('are shown in no frame, and kept to TLS where they came by it', async () => {
    const [plain, secure] = [await page('http'), await page('https')];
    for (const headers of [plain, secure]) {
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-powered-by')).toBeNull();
    }
    expect(plain.get('strict-transport-security')).toBeNull();
    expect(secure.get('strict-transport-security')).toBe('max-age=31536000');
  });
});

describe('a page while the store is away', () => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    const away = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
    server = createFrontServer(viewOf(parapet.runtime, { oemOf: away }), async (_, response) => {
      response.writeHead(500).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const ask = (headers: Record<string, string>) =>
    request(url, {
      method: 'GET',
      path: '/guard/policies',
      headers: { Host: 'acme.test', Cookie: `sid=${'x'.repeat(32)}`, ...headers },
    });

  it.each([
    ['en-US', 'Parapet cannot answer now'],
    ['zh-CN', 'Parapet 暂时无法响应'],
  ])('says so in a browser, in %s, which asks again by itself', async (language, title) => {
    const answer = await ask({ Accept: 'text/html,*/*;q=0.8', 'Accept-Language': language });
    expect([answer.status, answer.headers['retry-after'], answer.headers.refresh]).toEqual([503, '1', '5']);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain(`<h1 style="font-size:20px;margin:0 0 .25rem">${title}</h1>`);
  });

  it('is the envelope for everybody else', async () => {
    const answer = await ask({ Accept: '*/*' });
    expect([answer.status, JSON.parse(answer.text).err_key]).toEqual([503, 'err.unavailable']);
  });
});

describe('pages that many ask for at once', () => {
  let rendering: { path: string; sender: unknown; end(): void }[];
  let most: number;
  let server: Server;
  let url: string;
  beforeEach(async () => {
    rendering = [];
    most = 0;
    server = createFrontServer(parapet.runtime, async (request, response) => {
      await new Promise<void>((end) => {
        rendering.push({ path: request.url ?? '', sender: request.headers['x-parapet-sender'], end });
        most = Math.max(most, rendering.length);
      });
      response.end('page');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => server.close());

  const ask = (path: string, from: string, more: Record<string, string> = {}) =>
    request(url, { method: 'GET', path, headers: { Host: 'acme.test', 'X-Forwarded-For': from, ...more } });
  const next = async () => {
    await vi.waitFor(() => expect(rendering).not.toHaveLength(0));
    const [first] = rendering.splice(0, 1);
    first?.end();
    return first?.path;
  };

  it('are rendered one after another for an address, and for others between them', async () => {
    const many = Array.from({ length: 10 }, (_, i) => ask(`/login?${i}`, '203.0.113.1'));
    await vi.waitFor(() => expect(rendering).toHaveLength(1));
    const other = ask('/other', '203.0.113.2');
    await vi.waitFor(() => expect(rendering).toHaveLength(2));
    while (rendering.at(-1)?.path !== '/other') await next();
    rendering.splice(1, 1)[0]?.end();
    expect((await other).text).toBe('page');
    for (let i = 0; i < 10; i++) await next();
    expect((await Promise.all(many)).map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(most).toBe(2);
  });

  it('ask the store on behalf of the network that they are rendered for, whatever the request says', async () => {
    const one = ask('/login', '2001:db8:1:2::9', { 'X-Parapet-Sender': '203.0.113.1' });
    await vi.waitFor(() => expect(rendering).toHaveLength(1));
    expect(rendering[0]?.sender).toBe('2001:db8:1:2::/64');
    await next();
    expect((await one).status).toBe(200);
  });

  it('are refused beyond what may wait, with when to come again', async () => {
    const many = Array.from({ length: 500 }, (_, i) => ask(`/login?${i}`, '203.0.113.3'));
    const refused = await Promise.race(many);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect(JSON.parse(refused.text).err_key).toBe('err.request.too_many_waiting');
    const ending = setInterval(() => rendering.splice(0).forEach(({ end }) => void end()), 5);
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    clearInterval(ending);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  it('give their turn back where a reader takes nothing of them', async () => {
    const slow = ask('/slow', '203.0.113.4');
    await vi.waitFor(() => expect(rendering).toHaveLength(1));
    const [reads] = rendering;
    const after = ask('/after', '203.0.113.4');
    await vi.waitFor(() => expect(rendering).toHaveLength(2), 3_000);
    rendering[1]?.end();
    expect((await after).status).toBe(200);
    reads?.end();
    expect((await slow).status).toBe(200);
  });
});
