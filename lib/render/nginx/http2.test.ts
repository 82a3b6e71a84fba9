import { mkdirSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Openssl } from '@/lib/guard/certs/testing';
import { freePort } from '@/scripts/dns-servers';
import { renderSite } from './site';
import { aclRule, policyOf, siteOf, startOrigin, TestNginx } from './testing';

/** What HTTP/2 says in another way than HTTP/1.1, as rules have it. */
const is = (field: string, data: string, op = 'eq') => ({ field, op, data });
const FORM = 'application/x-www-form-urlencoded';
const HOST = 'shop.example.com';
const policy = policyOf({
  acl_rules: [
    aclRule(1, [is('path', '/host'), is('host', HOST)]),
    aclRule(2, [is('cookie:c', 'evil')]),
    aclRule(3, [is('path', '/big'), is('content_length', '100', 'gt')]),
    aclRule(4, [is('path', '/member'), is('header:x-member', 'yes', 'ne')]),
    aclRule(5, [is('path', '/form'), is('body', 'drop=1', 'contains')]),
  ],
});

const openssl = new Openssl();
let origin: Server;
let nginx: TestNginx;
let session: ClientHttp2Session;
beforeAll(async () => {
  let port = 0;
  ({ server: origin, port } = await startOrigin());
  nginx = new TestNginx(await freePort(), await freePort());
  const pair = openssl.pair({ names: [HOST] });
  const folder = path.join(nginx.settings.certificates, '7');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'chain.pem'), pair.cert);
  writeFileSync(path.join(folder, 'key.pem'), pair.key);
  const site = siteOf(port, { certificates: [{ id: 7, certificate_type: 1 }] });
  nginx.write(renderSite({ site, policy, lists: [], node: nginx.settings }).files);
  await nginx.serve(site);
  session = connect(`https://127.0.0.1:${nginx.https}`, { servername: HOST, ca: pair.cert });
}, 120_000);
afterAll(async () => {
  session?.close();
  await nginx?.stop();
  origin?.close();
  openssl.close();
});

function asked(target: string, headers: Record<string, string | string[]> = {}, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const own = { ':path': target, ':authority': HOST, 'user-agent': 'test', accept: '*/*', ...headers };
    const stream = session.request({ ':method': body === '' ? 'GET' : 'POST', ...own });
    stream.on('response', (answer) => resolve(Number(answer[':status']))).on('error', reject);
    stream.resume();
    if (body !== '') stream.end(body);
  });
}

it('passes a request that no rule is about', async () => {
  expect(await asked('/')).toBe(200);
  expect(await asked('/', { cookie: 'c=good', 'content-type': FORM }, 'a=1')).toBe(200);
});

it.each<[string, string, Record<string, string | string[]>, string]>([
  ['the host', '/host', {}, ''],
  ['a cookie of its own header', '/', { cookie: ['a=1', 'c = "evil"'] }, ''],
  ['a body without a length', '/big', { 'content-type': FORM }, 'x'.repeat(101)],
  ['a body with one', '/big', { 'content-type': FORM, 'content-length': '101' }, 'x'.repeat(101)],
  ['a header that is not there', '/member', {}, ''],
  ['a body', '/form', { 'content-type': FORM }, 'a=1&drop=1'],
])('has %s', async (_, target, headers, body) => {
  expect(await asked(target, headers, body)).toBe(403);
});

it('is answered where a condition does not hold', async () => {
  expect(await asked('/big', { 'content-type': FORM }, 'x'.repeat(100))).toBe(200);
  expect(await asked('/member', { 'x-member': 'yes' })).toBe(200);
});
