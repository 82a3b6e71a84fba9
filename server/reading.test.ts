import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import type { Intake } from '@/lib/queues/intake';
import { Connections } from './connections';
import { Incoming } from './incoming';

/** What Node reads of a connection at once. */
const PIECE = 64 * 1024;
const POST = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const EXTENDED = `1;${'a'.repeat(8_000)}\r\n1\r\n`;

class Request extends Incoming {
  protected override refuse(): void {
    this.socket.destroy();
  }
}

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

/** A server that takes all bodies after a while, and turns that come when they are given; `which` have to wait after a read. */
async function serve(which: 'one' | 'all', takesAfterMs = 0) {
  const waiting: (() => void)[] = [];
  const weights: number[] = [];
  const next = (_sender: string, weight: number) => {
    weights.push(weight);
    return new Promise<void>((goOn) => waiting.push(goOn));
  };
  const accepted = vi.fn();
  const intake = { accepted, took: () => which, next } as unknown as Intake;
  const server = createServer({ IncomingMessage: Request });
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  const serveOne = (request: { resume(): void }) => void setTimeout(() => request.resume(), takesAfterMs);
  new Connections(
    intake,
    () => 'one',
    (socket) => socket.destroy(),
    serveOne,
  ).attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const open = async () => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => undefined);
    opened.push({ close: () => client.destroy() });
    const count = sockets.length;
    await vi.waitFor(() => expect(sockets.length).toBe(count + 1));
    return { client, socket: sockets.at(-1) as Socket };
  };
  opened.push({ close: () => server.close() });
  return { open, waiting, weights, accepted };
}

const aWhile = () => new Promise((resolve) => setTimeout(resolve, 50));

it.each([
  ['empty lines', '', '\r\n'],
  ['what nobody reads beside a body', POST, EXTENDED],
  ['a body', POST, `ffff\r\n${'a'.repeat(0xffff)}\r\n`],
])('reads one piece of %s in each turn', async (_, first, more) => {
  const { open, waiting } = await serve('one');
  const { client, socket } = await open();
  client.write(first + more.repeat((40 * PIECE) / more.length));
  let before = 0;
  for (let turn = 1; turn <= 4; turn++) {
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    await aWhile();
    expect(socket.bytesRead).toBeGreaterThan(before);
    expect(socket.bytesRead).toBeLessThanOrEqual(before + PIECE);
    before = socket.bytesRead;
    waiting.shift()?.();
  }
});

it('reads no more of a body before its turn, also where somebody begins to take it', async () => {
  const { open, waiting } = await serve('one', 20);
  const { client, socket } = await open();
  client.write(`${POST}fffff\r\n${'a'.repeat(0xfffff)}\r\n`);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  await aWhile();
  expect(socket.bytesRead).toBeLessThanOrEqual(PIECE);
});

it('reads nothing of the other connections of whoever has brought too much, before their turns', async () => {
  const { open, waiting } = await serve('all');
  const [one, other] = [await open(), await open()];
  one.client.write('\r\n');
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  other.client.write('\r\n');
  await aWhile();
  expect(other.socket.bytesRead).toBe(0);
  for (const goOn of waiting.splice(0)) goOn();
  await vi.waitFor(() => expect(other.socket.bytesRead).toBe(2));
});

it('weighs heads and pieces, which take longer than bytes do', async () => {
  const { open, waiting, weights } = await serve('one');
  const { client } = await open();
  const sends = async (text: string) => {
    client.write(text);
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    waiting.shift()?.();
    return weights.at(-1) ?? 0;
  };
  const lines = await sends('\r\n\r\n');
  const head = await sends(POST);
  const pieces = await sends('1\r\n1\r\n'.repeat(100));
  expect(head).toBeGreaterThan(3 * lines);
  expect(pieces).toBeGreaterThan(5 * head);
});

it('ends a connection whose body comes in chunks of a byte, and none whose chunks have 64', async () => {
  const { open } = await serve('one');
  const [tiny, small] = [await open(), await open()];
  small.client.write(POST + `40\r\n${'a'.repeat(64)}\r\n`.repeat(400));
  tiny.client.resume().write(POST + '1\r\n1\r\n'.repeat(400));
  await once(tiny.client, 'close');
  await aWhile();
  expect(small.socket.destroyed).toBe(false);
});

it('says of each connection that it was accepted', async () => {
  const { open, accepted } = await serve('one');
  await open();
  await open();
  expect(accepted).toHaveBeenCalledTimes(2);
});

it('writes out no stack of a request whose connection broke off', async () => {
  const server = createServer({ IncomingMessage: Request });
  opened.push({ close: () => server.close() });
  const broken = new Promise<Error>((resolve) => server.on('request', (request) => request.on('error', resolve)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(POST);
  await once(server, 'request');
  client.destroy();
  expect((await broken).stack).toBe('aborted');
});
