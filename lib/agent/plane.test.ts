import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { Plane, Refusal } from './plane';

let server: Server | undefined;
afterEach(() => server?.close());

/** A management plane that refuses so many requests before it answers. */
async function refusing(times: number, retryAfter: string) {
  let asked = 0;
  server = createServer((_, response) => {
    const isRefused = asked++ < times;
    response.writeHead(isRefused ? 429 : 200, isRefused ? { 'Retry-After': retryAfter } : {});
    response.end(JSON.stringify({ data: { content: 'x' } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = new AbortController();
  const plane = new Plane({ url, node_id: 'hk-1', key: 'k' }, stop.signal);
  return { plane, stop, asked: () => asked };
}

it('asks for a content again as the refusal says, where its key asked too often', async () => {
  const { plane, asked } = await refusing(3, '0');
  expect(await plane.artefact('a')).toEqual({ content: 'x' });
  expect(asked()).toBe(4);
});

it('gives up where it would wait long, and in the end', async () => {
  const long = await refusing(1, '60');
  await expect(long.plane.artefact('a')).rejects.toThrow(Refusal);
  expect(long.asked()).toBe(1);
  server?.close();
  const always = await refusing(1_000, '0');
  await expect(always.plane.certificate('1')).rejects.toThrow(Refusal);
  expect(always.asked()).toBe(10);
});

it('asks a management plane of before for one content at a time', async () => {
  server = createServer((request, response) => {
    const isTogether = request.url?.includes('?');
    response.writeHead(isTogether ? 404 : 200).end(JSON.stringify({ data: { hash: request.url?.split('/').at(-1) } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const plane = new Plane({ url, node_id: 'hk-1', key: 'k' }, new AbortController().signal);
  expect(await plane.artefacts(['a', 'b'])).toEqual([{ hash: 'a' }]);
});

it('does not wait once it is stopped', async () => {
  const { plane, stop } = await refusing(1_000, '5');
  const began = performance.now();
  const asking = expect(plane.artefact('a')).rejects.toThrow('aborted');
  setTimeout(() => stop.abort(), 50);
  await asking;
  expect(performance.now() - began).toBeLessThan(2_000);
});
