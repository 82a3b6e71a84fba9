import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

const answersIn = (text: string): string[] => text.match(/HTTP\/1\.1 \d+/g) ?? [];

/** How long a connection that got its answers is watched, in ms. */
const AFTER_MS = 100;

/** What a connection receives until it ends, or has so many answers. */
function receive(bytes: string, answers = Number.POSITIVE_INFINITY): Promise<{ text: string; ended: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(parapet.url).port), '127.0.0.1', () => socket.write(bytes));
    let [text, ended] = ['', true];
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (answersIn(text).length < answers) return;
      setTimeout(() => {
        ended = socket.destroyed;
        socket.destroy();
      }, AFTER_MS);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ text, ended }));
  });
}

const request = (target: string) => `GET ${target} HTTP/1.1\r\nHost: acme.test\r\n\r\n`;

describe('connections', () => {
  it('answers a few requests sent ahead one after another, in their order', async () => {
    const { text, ended } = await receive(['/healthz', '/api/nothing', '/healthz'].map(request).join(''), 3);
    expect(answersIn(text)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
    expect(ended).toBe(false);
  });

  it('answers the second request only when the first is read, body and all', async () => {
    const body = '{"username":"nobody","password":"IQ=="}';
    const post = `POST /api/auth/login HTTP/1.1\r\nHost: acme.test\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const { text } = await receive(post + post + request('/healthz'), 3);
    expect(answersIn(text)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 401', 'HTTP/1.1 200']);
  });

  it('ends a connection that piles requests up, before any work is done for them', async () => {
    const before = await figure();
    const { text, ended } = await receive(request('/api/nothing').repeat(1_000));
    expect(ended).toBe(true);
    expect(text.match(/HTTP\/1\.1 404/g) ?? []).not.toHaveLength(1_000);
    expect((await figure()) - before).toBeLessThan(20);
  });

  const figure = async () => {
    const { body } = await parapet.call('GET', '/metrics');
    return Number(/http_requests_total\{method="GET",route="none",status="404"\} (\d+)/.exec(body)?.[1] ?? 0);
  };

  it('has room for new ones at the expense of the idle ones of the same address', async () => {
    const port = Number(new URL(parapet.url).port);
    const idle = Array.from({ length: 600 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(answersIn((await receive(request('/healthz'), 1)).text)).toEqual(['HTTP/1.1 200']);
    const ended = () => idle.filter((socket) => socket.destroyed || socket.readyState !== 'open').length;
    await expect.poll(ended).toBeGreaterThan(80);
    for (const socket of idle) socket.destroy();
  });

  it('takes in a newcomer before the requests of all who connected earlier begin', async () => {
    const port = Number(new URL(parapet.url).port);
    let answered = 0;
    const connection = (localAddress: string) =>
      new Promise<number>((resolve) => {
        const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(request('/api/nothing')));
        socket.once('data', () => resolve(++answered));
        socket.on('error', () => resolve(++answered));
      });
    const earlier = Array.from({ length: 300 }, () => connection('127.0.0.1'));
    const place = await connection('127.0.0.2');
    expect(place).toBeLessThan(200);
    expect(Math.max(...(await Promise.all(earlier)))).toBe(301);
  });

  it('keeps an answer to one malformed request apart from the answer before it', async () => {
    const { text } = await receive(`${request('/healthz')}NONSENSE\r\n\r\n`);
    expect(answersIn(text).length).toBeLessThanOrEqual(1);
  });
});

describe('more connections than one address may have', () => {
  const FROM = '127.0.0.9';
  const MAX_OF_ADDRESS = 512;

  /** Runs beside this thread: `idle` connections are answered once each, then `more` are opened and all of them ask. */
  const CLIENT = `
    const { workerData: { port, from, idle, more }, parentPort } = require('node:worker_threads');
    const REQUEST = 'GET /healthz HTTP/1.1\\r\\nHost: acme.test\\r\\n\\r\\n';
    const open = () => require('node:net').connect({ port, host: '127.0.0.1', localAddress: from });
    const ask = (socket) => new Promise((resolve) => {
      socket.removeAllListeners('error').on('error', (error) => resolve(error.code)).on('close', () => resolve('closed'));
      socket.once('data', (chunk) => resolve(String(chunk).slice(9, 12)));
      socket.write(REQUEST);
    });
    (async () => {
      const sockets = Array.from({ length: idle }, open);
      for (const socket of sockets) await ask(socket);
      parentPort.once('message', async () => {
        const first = Array.from({ length: more }, open).map(ask);
        await new Promise((resolve) => setTimeout(resolve, 100));
        parentPort.postMessage(await Promise.all([...first, ...sockets.map(ask)]));
      });
      parentPort.postMessage('idle');
    })();`;

  /** The status of each answer, those of the new connections first; all requests have arrived before the server reads one. */
  async function asked(idle: number, more: number): Promise<string[]> {
    const port = Number(new URL(parapet.url).port);
    const worker = new Worker(CLIENT, { eval: true, workerData: { port, from: FROM, idle, more } });
    await once(worker, 'message');
    const answers = once(worker, 'message');
    worker.postMessage('go');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    const [statuses] = await answers;
    await worker.terminate();
    return statuses;
  }

  it('are refused rather than that a request is lost that is on its way', async () => {
    const statuses = await asked(MAX_OF_ADDRESS, 60);
    expect(new Set(statuses.slice(60))).toEqual(new Set(['200']));
    expect(statuses.slice(0, 60).filter((status) => status !== '200' && status !== '503')).toEqual([]);
    expect((await parapet.call('GET', '/healthz')).status).toBe(200);
  });
});
