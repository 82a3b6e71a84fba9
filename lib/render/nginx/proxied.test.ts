import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '@/scripts/dns-servers';
import { renderSite } from './site';
import { policyOf, siteOf, TestNginx } from './testing';

/** What an origin gets of a request and may answer. It says the headers that it got, and answers as many bytes of them as the path asks. */
let origin: Server;
let nginx: TestNginx;
beforeAll(async () => {
  origin = createServer((asked, answer) => {
    const bytes = Number(asked.url?.slice(1));
    if (bytes > 0) answer.setHeader('Set-Cookie', `c=${'x'.repeat(bytes)}`);
    answer.end(JSON.stringify(asked.headers));
  }).listen(0, '127.0.0.1');
  await once(origin, 'listening');
  nginx = new TestNginx(await freePort(), await freePort());
  nginx.write(renderSite({ site: site(), policy: policyOf(), lists: [], node: nginx.settings }).files);
  await nginx.serve(site());
}, 60_000);
afterAll(async () => {
  await nginx.stop();
  origin.close();
});

const site = () => siteOf((origin.address() as AddressInfo).port);

async function ask(path: string, more: Record<string, string> = {}) {
  const headers = { Host: 'shop.example.com', 'User-Agent': 'test', Accept: '*/*', ...more };
  const asked = request({ host: '127.0.0.1', port: nginx.http, path, headers, maxHeaderSize: 65_536 });
  const [answer] = await once(asked.end(), 'response');
  return { status: answer.statusCode, body: await text(answer) };
}

describe('an origin', () => {
  it('gets nothing of a visitor that says, as a proxy would, where the request came from and went to', async () => {
    const forged = {
      ...{ Forwarded: 'for=192.0.2.1;host=evil.example.com;proto=https', 'X-Forwarded-Proto': 'https' },
      ...{ 'X-Forwarded-Host': 'evil.example.com', 'X-Forwarded-Port': '1', 'X-Real-IP': '192.0.2.1' },
      ...{ 'X-Original-URL': '/admin', 'X-Rewrite-URL': '/admin', 'X-Own': 'kept' },
    };
    const { body } = await ask('/', forged);
    const got = JSON.parse(body);
    expect(got).toMatchObject({
      ...{ host: 'shop.example.com', 'x-forwarded-host': 'shop.example.com', 'x-forwarded-proto': 'http' },
      ...{ 'x-forwarded-port': String(nginx.http), 'x-real-ip': '127.0.0.1', 'x-forwarded-for': '127.0.0.1' },
      'x-own': 'kept',
    });
    const names = Object.keys(got);
    for (const name of ['forwarded', 'x-original-url', 'x-rewrite-url']) expect(names).not.toContain(name);
  });

  it.each([5_000, 31_000])('may answer headers of %i bytes', async (bytes) => {
    expect((await ask(`/${bytes}`)).status).toBe(200);
  });
});
