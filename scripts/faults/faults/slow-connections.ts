import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault';
import { Ledger } from '../ledger';
import type { Scene } from '../scene';
import type { Server } from '../server';
import { slowest, Watch } from '../watch';

/** Heads have 10 s and whole requests 30 s, looked after every 2 s. */
const ENDED_MS = 40_000;
/** Whoever ends their own side has nothing to wait for. */
const CLOSED_MS = 5_000;
const OTHERS_MS = { long: 3_000, short: 60_000 };
const TRICKLE_MS = 1_000;
/** More bytes than come in time. */
const LONG = 'a'.repeat(60);
/** Addresses that they come from: each may have so many connections. */
const NETWORKS = 8;

type Connection = { socket: Socket; text: string; ended: Promise<void> };

/** A connection from one of several networks, with what came over it. */
function open({ url }: Server, n: number): Connection {
  const { hostname, port } = new URL(url);
  const localAddress = `127.0.${1 + (n % NETWORKS)}.1`;
  const socket = connect({ host: hostname, port: Number(port), localAddress, allowHalfOpen: true });
  const connection: Connection = {
    socket,
    text: '',
    ended: new Promise((resolve) => socket.once('close', () => resolve())),
  };
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    connection.text += chunk;
  });
  socket.on('end', () => socket.end());
  return connection;
}

/** A request to make a policy of that name, in two halves. */
function halves(token: string, name: string): [head: string, first: string, second: string] {
  const body = JSON.stringify({ name });
  const head = ['POST /api/guard/policies HTTP/1.1', 'Host: acme.test', `Authorization: Bearer ${token}`];
  const all = [...head, 'Content-Type: application/json', `Content-Length: ${body.length}`].join('\r\n');
  return [`${all}\r\n\r\n`, body.slice(0, 8), body.slice(8)];
}

type Manner = (connection: Connection, token: string, n: number) => Promise<void> | void;

/** A byte a second, of a head or of a body, for as long as that is taken. */
async function trickle({ socket }: Connection, text: string): Promise<void> {
  for (const byte of text) {
    if (socket.destroyed || !socket.writable) return;
    socket.write(byte);
    await pause(TRICKLE_MS);
  }
}

/** None of these requests makes anything. */
const SLOW_HEADS: Readonly<Record<string, Manner>> = {
  'heads that trickle': (connection) => trickle(connection, `GET /api/guard/policies HTTP/1.1\r\nX: ${LONG}`),
};
const SLOW_BODIES: Readonly<Record<string, Manner>> = {
  async 'bodies that trickle'(connection, token, n) {
    const [head, ...body] = halves(token, `trickled-${n}-${LONG}`);
    connection.socket.write(head);
    await trickle(connection, body.join(''));
  },
  'silence after half a body'({ socket }, token, n) {
    const [head, first] = halves(token, `half-${n}`);
    socket.write(head + first);
  },
};

/** The same by who closes their own side, or all of it, in the midst. */
const CLOSED: Readonly<Record<string, Manner>> = {
  'half a head and its end': ({ socket }) => void socket.end('GET /api/guard/policies HT'),
  'half a body and its end'({ socket }, token, n) {
    const [head, first] = halves(token, `ended-${n}`);
    socket.end(head + first);
  },
  async 'half a body and a reset'({ socket }, token, n) {
    const [head, first] = halves(token, `reset-${n}`);
    socket.write(head + first);
    await pause(50);
    socket.resetAndDestroy();
  },
};

/** Milliseconds until all of these are closed; Infinity where one is not in time. */
async function closedAfter(connections: readonly Connection[], patience: number): Promise<number> {
  const began = performance.now();
  const late = new AbortController();
  const all = Promise.all(connections.map(({ ended }) => ended)).then(() => performance.now() - began);
  const found = await Promise.race([all, pause(patience, Infinity, { signal: late.signal }).catch(() => Infinity)]);
  late.abort();
  return found;
}

/** Opens connections of each manner, and notes where some are still open after that time. */
async function expectClosed(
  scene: Scene,
  server: Server,
  manners: Readonly<Record<string, Manner>>,
  patience: number,
): Promise<void> {
  const token = (await scene.tokens.get('acme-root')) ?? '';
  const count = scene.either(200, 8);
  await Promise.all(
    Object.entries(manners).map(async ([name, manner]) => {
      const connections = Array.from({ length: count }, (_, n) => open(server, n));
      for (const [n, connection] of connections.entries()) void manner(connection, token, n);
      const after = await closedAfter(connections, patience);
      scene.figure(name, `closed after ${(after / 1000).toFixed(1)} s`);
      scene.expect(after < Infinity, `${name} is over within ${patience / 1000} s`);
      for (const { socket } of connections) socket.destroy();
    }),
  );
}

/**
 * Whoever ends their own side after a whole request has left, for all that can be known: what they asked is done or not, and what
 * they are still answered is whole.
 */
async function expectLeft(scene: Scene, server: Server, ledger: Ledger): Promise<void> {
  const token = (await scene.tokens.get('acme-root')) ?? '';
  const connections = Array.from({ length: scene.either(200, 8) }, (_, n) => {
    const connection = open(server, n);
    ledger.unsureCreation(`left-${n}`);
    connection.socket.end(halves(token, `left-${n}`).join(''));
    return connection;
  });
  const after = await closedAfter(connections, CLOSED_MS);
  const isWhole = ({ text }: Connection) => {
    const length = /content-length: (\d+)/i.exec(text)?.[1];
    return text.startsWith('HTTP/1.1 201') && Buffer.byteLength(text.split('\r\n\r\n')[1] ?? '') === Number(length);
  };
  const answered = connections.filter(({ text }) => text !== '');
  scene.figure('whole and left', `${answered.length} of ${connections.length} answered`);
  scene.expect(after < Infinity, 'connections of those who left are closed');
  scene.expect(answered.every(isWhole), 'who left is answered in whole, or not at all');
}

/** Descriptors of a process. */
const opened = ({ pid }: Server) => readdirSync(`/proc/${pid}/fd`).length;

export const fault: Fault = {
  name: 'slow-connections',
  promises:
    'Requests that come a byte a second, in part, or from someone who has left are ended in time, half-apply nothing and hold nobody up.',
  stores: ['embedded', 'postgres'],
  short: ['embedded'],
  async run(scene) {
    const server = await scene.start();
    await server.call('GET', '/api/guard/policies', { as: 'acme-root' });
    const watch = new Watch(server);
    await pause(500);
    const before = opened(server);
    const ledger = new Ledger();
    await expectLeft(scene, server, ledger);
    await expectClosed(scene, server, CLOSED, CLOSED_MS);
    // Bodies have half a minute.
    await expectClosed(scene, server, scene.isShort ? SLOW_HEADS : { ...SLOW_HEADS, ...SLOW_BODIES }, ENDED_MS);
    scene.expectNone((await watch.stop()).map((some) => `others are answered (${some})`));
    const others = slowest(watch.latencies);
    scene.figure('slowest of others', `${others} ms`);
    scene.expect(others < scene.either(OTHERS_MS.long, OTHERS_MS.short), `others wait for nothing, not ${others} ms`);
    const left = opened(server) - before;
    scene.expect(left < 10, `connections are closed, of which ${left} are left`);
    await scene.expectWhole(ledger);
  },
};
