import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Openssl } from '@/lib/guard/certs/testing';
import { freePort } from '@/scripts/dns-servers';
import { renderSite } from './site';
import { policyOf, siteOf, TestNginx } from './testing';

const openssl = new Openssl();
const pair = openssl.pair({ names: ['shop.example.com'] });
const closers: (() => unknown)[] = [() => openssl.close()];

async function listening<
  S extends { listen(port: number, host: string, done: () => void): unknown; address(): unknown; close(): unknown },
>(server: S): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

let nginx: TestNginx;
let forwarded = 0;
beforeAll(async () => {
  const origin = await listening(createHttps(pair, (_, response) => response.end('secure origin')));
  const echo = await listening(
    createServer((socket) => socket.on('error', () => undefined).on('data', (data) => socket.write(data))),
  );
  nginx = new TestNginx(await freePort(), await freePort(), ['127.0.0.1', '::1']);
  forwarded = await freePort();
  const { settings } = nginx;
  const folder = path.join(settings.certificates, '7');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'chain.pem'), pair.cert);
  writeFileSync(path.join(folder, 'key.pem'), pair.key);
  const plain = siteOf(origin);
  const site = siteOf(origin, {
    settings: JSON.parse(JSON.stringify(plain.settings).replace('"http"', '"https"')),
    certificates: [
      { id: 9, certificate_type: 2 },
      { id: 7, certificate_type: 1 },
    ],
    forwards: [
      {
        ...{ id: 3, schema: 3, port: forwarded, node_ipaddrs: '127.0.0.1', status: 2 },
        src_setting: { port: echo, balance: 'ip_hash' },
        adv_settings: { connect_timeout: 2, idle_timeout: 5, max_connections: 1 },
      },
    ],
  });
  const rendered = renderSite({ site, policy: policyOf(), lists: [], node: settings });
  expect(rendered.notes.map(({ key }) => key)).toEqual(['sm2_certificate']);
  nginx.write(rendered.files);
  await nginx.serve(site);
}, 120_000);
afterAll(async () => {
  await nginx?.stop();
  for (const close of closers) close();
});

const overTls = (servername: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connectTls({ host: '127.0.0.1', port: nginx.https, servername, ca: pair.cert }, () => {
      socket.write(
        `GET / HTTP/1.1\r\nHost: ${servername}\r\nUser-Agent: t\r\nAccept: */*\r\nConnection: close\r\n\r\n`,
      );
    });
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
  });

it('serves TLS with the certificate of the site, and asks an HTTPS origin', async () => {
  expect(await overTls('shop.example.com')).toContain('secure origin');
});

it('refuses the handshake for a name that it does not know', async () => {
  await expect(overTls('unknown.example.com')).rejects.toThrow();
});

it('forwards a port, as many connections at once as it may', async () => {
  const open = () => connect({ host: '127.0.0.1', port: forwarded }).on('error', () => undefined);
  const first = open();
  const echoed = (text: string) => {
    const answer = new Promise((resolve) => first.once('data', (data) => resolve(String(data))));
    first.write(text);
    return answer;
  };
  // Two that connect at once may be counted in either order, by different workers.
  expect(await echoed('ping')).toBe('ping');
  // The one too many is closed without an answer.
  const second = open();
  await new Promise((resolve) => second.once('close', resolve));
  expect(await echoed('ping again')).toBe('ping again');
  first.destroy();
});

// Last: nginx counts a connection for a moment after it was closed.
it('forwards a port on the addresses of the node, and on no other', async () => {
  const isOpen = (host: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ host, port: forwarded }, () => resolve(true)).on('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  expect(await isOpen('::1')).toBe(true);
  expect(await isOpen('127.0.0.1')).toBe(true);
  expect(await isOpen('127.0.0.2')).toBe(false);
});
