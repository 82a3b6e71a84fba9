import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { expect } from 'vitest';
import type { AlertRules } from '@/lib/analytics/alert-rules/testing';
import type { Runtime } from '@/lib/runtime/runtime';
import { Webhooks } from './webhooks';

export const CHANNELS = '/api/analytics/alert-channels';
export const SECRET = 'a secret of enough characters';

export type Received = { path: string; headers: IncomingHttpHeaders; body: string };
type Reply = { status?: number; body?: string; headers?: Record<string, string> };

/** A server on loopback that keeps what it was sent and answers what `reply` says. */
export async function startReceiver(reply: (received: Received) => Reply = () => ({})) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() };
      received.push(one);
      const { status = 200, body = '{"errcode":0,"code":0}', headers = {} } = reply(one);
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    port,
    url: `http://hooks.example.com:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A server on loopback that takes connections and says nothing. */
export async function startSilent() {
  const open = new Set<Socket>();
  const server = createTcpServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://silent.example.com:${port}`,
    /** Connections that wait for an answer. */
    waiting: () => open.size,
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

/** Lets this Parapet send to loopback, where every name then is. */
export function allowLoopback(runtime: Runtime): void {
  const names = { addresses: async () => ['127.0.0.1'], cname: async () => '' };
  runtime.webhooks = new Webhooks({ names, isForbidden: () => false });
}

/** A mail server on loopback that keeps what it was sent; it takes no mail for `nobody@`. */
export async function startMailServer() {
  const received: string[] = [];
  const server = createTcpServer((socket) => {
    let text = '';
    let isData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
      text += part;
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        if (isData) {
          const last = text.indexOf('\r\n.\r\n');
          if (last < 0) return;
          received.push(text.slice(0, last));
          text = text.slice(last + 5);
          isData = false;
          say('250 taken');
          continue;
        }
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        isData = line === 'DATA';
        if (isData) say('354 go on');
        else if (line === 'QUIT') socket.end('221 bye\r\n');
        else say(line.includes('nobody@') ? '550 no such mailbox' : '250 well');
      }
    });
    say('220 mail.test');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { received, url: `smtp://127.0.0.1:${port}`, close: () => server.close() };
}

export const HOOK = { name: 'Hook', kind: 'webhook', url: 'https://hooks.example.com/in/token-1', secret: SECRET };

/** The endpoints of channels, as people of the test call them. */
export function channelsOf(world: AlertRules) {
  const create = (more: object = {}, as = 'acme-root') =>
    world.call('POST', CHANNELS, { as, body: { ...HOOK, ...more } });
  return {
    create,
    async made(more: object = {}, as = 'acme-root') {
      const { status, body } = await create(more, as);
      expect(status, JSON.stringify(body)).toBe(201);
      return body.data;
    },
    read: (id: number, as = 'acme-root') => world.call('GET', `${CHANNELS}/${id}`, { as }),
    edit: (id: number, body: object, as = 'acme-root', query = '') =>
      world.call('PUT', `${CHANNELS}/${id}${query}`, { as, body }),
    remove: (id: number, as = 'acme-root') => world.call('DELETE', `${CHANNELS}/${id}`, { as }),
    test: (id: number, as = 'acme-root') => world.call('POST', `${CHANNELS}/${id}/test`, { as }),
  };
}
