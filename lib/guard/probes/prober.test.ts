import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Openssl } from '@/lib/guard/certs/testing';
import { FairQueue } from '@/lib/queues/fair-queue';
import { isOwn, isRefused, readHost } from './addresses';
import { namesFrom } from './names';
import { Prober, verdictOf } from './prober';
import { listen, startNameServer } from './testing';

const openssl = new Openssl();
const open: { close(): void }[] = [];
const sockets = new Set<Socket>();
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of open) server.close();
  openssl.close();
});

const target = (port: number, more = {}) => ({
  domain: 'shop.example.com',
  protocol: 'https' as const,
  origin_protocol: 'http' as const,
  host: '127.0.0.1',
  port,
  ...more,
});
const nowhere = { addresses: async () => [], cname: async () => '' };
/** The product's prober, except that loopback, where these tests listen, is allowed like other addresses. */
const allowing = (options = {}) =>
  new Prober({ names: nowhere, queue: inTurns(), isForbidden: () => false, ...options });
const inTurns = (more = {}) =>
  new FairQueue({ name: 'test', atOnce: 32, atOncePerAccount: 16, waiting: 1_000, waitingPerAccount: 200, ...more });
const person = (account: string) => ({ oem_id: 'acme', account, address: '192.0.2.1' });
const SOMEBODY = person('somebody');

async function web(answer: Parameters<typeof createHttp>[1], tls?: { cert: string; key: string }) {
  const server = tls ? createHttps(tls, answer) : createHttp(answer);
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  return (server.address() as AddressInfo).port;
}

describe('a probe', () => {
  it('tells connection, answer and how long each took, and follows no redirect', async () => {
    const canary = await listen();
    open.push(canary);
    const seen: unknown[] = [];
    const port = await web((request, response) => {
      seen.push([request.method, request.url, request.headers.host]);
      response.writeHead(302, { Location: `http://127.0.0.1:${canary.port}/` }).end();
    });
    const [result] = await allowing().precheck(SOMEBODY, [target(port)]);
    expect(result).toEqual({
      host: '127.0.0.1',
      port,
      tcp: { ok: true, latency_ms: expect.any(Number), error: '' },
      tls: { status: 'skipped', latency_ms: 0, error: '', not_after: 0 },
      http: { status_code: 302, latency_ms: expect.any(Number), error: '' },
      verdict: 'ok',
      checked_at: expect.any(Number),
    });
    expect(seen).toEqual([['GET', '/', 'shop.example.com']]);
    expect(canary.connections()).toBe(0);
  });

  it('tells what is wrong with a certificate without calling the origin unreachable', async () => {
    const ok = (_: unknown, response: { end(text: string): void }) => response.end('hello');
    const own = openssl.pair({ names: ['shop.example.com'] });
    const expired = openssl.pair({ names: ['shop.example.com'], days: -1 });
    for (const [pair, status] of [
      [own, 'self_signed'],
      [expired, 'expired'],
    ] as const) {
      const port = await web(ok, pair);
      const [result] = await allowing().precheck(SOMEBODY, [target(port, { origin_protocol: 'https' })]);
      expect(result).toMatchObject({ verdict: 'cert_warn', tls: { status }, http: { status_code: 200 } });
      expect(result?.tls.not_after).toBeGreaterThan(0);
    }
    const plain = await web(ok);
    const [broken] = await allowing().precheck(SOMEBODY, [target(plain, { origin_protocol: 'https' })]);
    expect(broken).toMatchObject({
      verdict: 'unreachable',
      tcp: { ok: true },
      tls: { status: 'failed', not_after: 0 },
    });
  });

  it('tells refusals, silence and nonsense apart', async () => {
    const gone = await listen();
    gone.close();
    const garbage = await listen((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
    const failing = await web((_, response) => response.writeHead(502).end());
    const endless = await listen((socket) => {
      sockets.add(socket);
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n');
      const timer = setInterval(() => socket.write('x'.repeat(65_536)), 1);
      socket.on('close', () => clearInterval(timer));
    });
    open.push(garbage, endless);
    const results = await allowing().precheck(
      SOMEBODY,
      [gone, garbage, { port: failing }, endless].map(({ port }) => target(port)),
    );
    expect(results.map((result) => [result.verdict, result.http.status_code])).toEqual([
      ['unreachable', 0],
      ['http_error', 0],
      ['http_error', 502],
      ['ok', 200],
    ]);
    expect(results[0]?.tcp.error).toBe('connection refused');
  });

  it('ends with an origin that switches protocols unasked, and is free for the next', async () => {
    const switching = await listen((socket) => {
      sockets.add(socket);
      socket.once('data', () => socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'));
    });
    open.push(switching);
    const prober = allowing({ budgetMs: 1_000 });
    const results = await prober.precheck(
      SOMEBODY,
      Array.from({ length: 40 }, () => target(switching.port)),
    );
    for (const result of results) {
      expect(result).toMatchObject({ verdict: 'http_error', http: { status_code: 0, error: 'connection closed' } });
    }
  });

  it('keeps to its budget, and says which targets it did not come to', async () => {
    const tarpit = await listen((socket) => sockets.add(socket));
    open.push(tarpit);
    const started = Date.now();
    const prober = allowing({ budgetMs: 600 });
    const results = await prober.precheck(
      SOMEBODY,
      Array.from({ length: 20 }, () => target(tarpit.port)),
    );
    expect(Date.now() - started).toBeLessThan(3_000);
    expect(new Set(results.map((result) => result.tcp.error))).toEqual(new Set(['precheck time budget exceeded']));
    expect(tarpit.connections()).toBeLessThanOrEqual(8);
  });

  it('opens 32 connections at most in a process', async () => {
    let current = 0;
    let most = 0;
    const busy = await web((_, response) => {
      current++;
      most = Math.max(most, current);
      setTimeout(() => {
        current--;
        response.end();
      }, 40);
    });
    const prober = allowing();
    const targets = Array.from({ length: 20 }, () => target(busy));
    await Promise.all(Array.from({ length: 8 }, () => prober.precheck(SOMEBODY, targets)));
    expect(most).toBeLessThanOrEqual(32);
    expect(most).toBeGreaterThan(8);
  });
});

describe('many callers', () => {
  it('share the slots: one who floods a tarpit keeps nobody else waiting', async () => {
    const tarpit = await listen((socket) => sockets.add(socket));
    open.push(tarpit);
    const quick = await web((_, response) => response.end());
    const prober = allowing({ budgetMs: 3_000 });
    const flood = Array.from({ length: 100 }, () =>
      prober.reach(person('flooder'), '127.0.0.1', tarpit.port).then(() => undefined),
    );
    const slow = prober.precheck(
      person('flooder'),
      Array.from({ length: 20 }, () => target(tarpit.port)),
    );
    const [result] = await prober.precheck(person('victim'), [target(quick)]);
    expect(result?.verdict).toBe('ok');
    expect((await slow)[0]?.tcp.error).not.toBe('');
    await Promise.all(flood);
  });

  it('get 429 when what they ask for has no place', async () => {
    const tarpit = await listen((socket) => sockets.add(socket));
    open.push(tarpit);
    const prober = allowing({ budgetMs: 500, queue: inTurns({ atOncePerAccount: 2, waitingPerAccount: 4 }) });
    const targets = Array.from({ length: 20 }, () => target(tarpit.port));
    await expect(prober.precheck(SOMEBODY, targets)).rejects.toMatchObject({
      errKey: 'err.request.too_many_waiting',
      details: { headers: { 'Retry-After': expect.any(String) } },
    });
  });
});

describe('addresses', () => {
  const refused = [
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0.1.2.3',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '2001::80ff:fffe',
    'fe80::1',
    'ff02::1',
    '100.100.100.200',
    '192.0.0.192',
    '64:ff9b::6464:64c8',
    'fd00:ec2:0::254',
    'fd00:ec2::23',
    'fd00:0ec2:0:0::0023',
    'fd20:ce::254',
    'fd20:00ce:0000::0254',
    'fd00:c1::a9fe:a9fe',
    'fd00:42::42',
  ];
  it('that could do harm are refused in every wrapping, private ones are not', () => {
    for (const address of refused) expect(isRefused(address), address).toBe(true);
    for (const address of [
      '10.0.0.1',
      '172.16.0.1',
      '192.168.1.1',
      '203.0.113.5',
      'fd00::1',
      '2001:db8::1',
      '64:ff9b::cb00:7105',
    ]) {
      expect(isRefused(address), address).toBe(false);
    }
  });

  it('in disguise are known as such, and names are not', () => {
    for (const odd of [
      '127.1',
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      '0',
      '①②⑦.⓪.⓪.①',
      '127。0。0。1',
      'fe80::1%eth0',
      '[::1]',
    ]) {
      expect(readHost(odd), odd).toEqual({ kind: 'odd' });
    }
    expect(readHost('192.0.2.1')).toEqual({ kind: 'address', host: '192.0.2.1' });
    expect(readHost('Origin.Example.net')).toEqual({ kind: 'name', host: 'origin.example.net' });
    expect(readHost('localhost.')).toEqual({ kind: 'name', host: 'localhost' });
    expect(readHost('127.0.0.1.')).toEqual({ kind: 'odd' });
    for (const none of ['a.com..', 'a b', 'a.com\r\nX: y', 'a..com', '-a.com', 'a.com/x', 'a@b', '']) {
      expect(readHost(none), none).toBeUndefined();
    }
  });

  it('of this machine are out of bounds on the ports Parapet listens on', () => {
    expect(isOwn('127.0.0.1', 4000, new Set([4000]))).toBe(true);
    expect(isOwn('127.0.0.1', 4001, new Set([4000]))).toBe(false);
    expect(isOwn('203.0.113.5', 4000, new Set([4000]))).toBe(false);
  });
});

describe('names', () => {
  let server: Awaited<ReturnType<typeof startNameServer>>;
  let canary: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    server = await startNameServer({
      'rebind.example.com': { a: (asked) => (asked === 0 ? ['192.0.2.1'] : ['127.0.0.1']) },
      'inside.example.com': { a: () => ['127.0.0.1'], aaaa: ['::1'] },
      'mixed.example.com': { a: () => ['127.0.0.1', '192.0.2.55'], aaaa: ['2001:db8::1'] },
      'many.example.com': { a: () => ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5'] },
      'alias.example.com': { cname: 'D1.Edge.Example.Net' },
    });
    canary = await listen((socket) => socket.end());
    open.push(canary);
  });
  afterAll(() => server.close());

  it('are looked up once, and exactly the vetted addresses are connected to', async () => {
    const tried: string[] = [];
    const prober = new Prober({
      queue: inTurns(),
      names: namesFrom([server.address]),
      isForbidden: (address) => {
        tried.push(address);
        // A connection to any of them would leave this machine.
        return true;
      },
    });
    for (const host of ['rebind.example.com', 'inside.example.com', 'mixed.example.com']) {
      const [result] = await prober.precheck(SOMEBODY, [target(canary.port, { host })]);
      expect(result).toMatchObject({ verdict: 'unreachable', tcp: { ok: false, error: 'address not allowed' } });
    }
    expect(tried).toEqual(['192.0.2.1', '127.0.0.1', '::1', '127.0.0.1', '192.0.2.55', '2001:db8::1']);
    const [none] = await prober.precheck(SOMEBODY, [target(canary.port, { host: 'none.example.com' })]);
    expect(none?.tcp.error).toBe('host not found');
    expect(canary.connections()).toBe(0);
  });

  it('with both kinds of addresses skip the refused ones and try three at most', async () => {
    let asked = 0;
    const local = {
      addresses: async () => ['127.0.0.9', '127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'],
      cname: async () => '',
    };
    const gone = await listen();
    gone.close();
    const prober = new Prober({
      queue: inTurns(),
      names: local,
      isForbidden: (address) => {
        asked++;
        return address === '127.0.0.9';
      },
    });
    const [refused] = await prober.precheck(SOMEBODY, [target(gone.port, { host: 'x.example.com' })]);
    expect(refused?.tcp.error).toBe('connection refused');
    expect(asked).toBe(5);
    const [reached] = await prober.precheck(SOMEBODY, [target(canary.port, { host: 'x.example.com' })]);
    expect(reached?.tcp.ok).toBe(true);
  });

  it('are followed to what they are an alias of', async () => {
    const names = namesFrom([server.address]);
    expect(await names.cname('alias.example.com')).toBe('d1.edge.example.net');
    expect(await names.cname('none.example.com')).toBe('');
  });
});

it('the verdict follows the rules, the worst first', () => {
  const tcp = { ok: true, latency_ms: 10, error: '' };
  const tls = { status: 'ok' as const, latency_ms: 10, error: '', not_after: 1 };
  const http = { status_code: 200, latency_ms: 10, error: '' };
  expect(verdictOf({ tcp, tls, http })).toBe('ok');
  expect(verdictOf({ tcp, tls, http: { ...http, latency_ms: 981 } })).toBe('slow');
  expect(verdictOf({ tcp, tls: { ...tls, status: 'mismatch' }, http: { ...http, latency_ms: 5000 } })).toBe(
    'cert_warn',
  );
  expect(verdictOf({ tcp, tls: { ...tls, status: 'expired' }, http: { ...http, status_code: 500 } })).toBe(
    'http_error',
  );
  expect(verdictOf({ tcp, tls, http: { ...http, status_code: 404 } })).toBe('ok');
  expect(verdictOf({ tcp, tls: { ...tls, status: 'failed' }, http })).toBe('unreachable');
  expect(verdictOf({ tcp: { ...tcp, ok: false }, tls, http })).toBe('unreachable');
});
