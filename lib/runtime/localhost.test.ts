import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findNamesBelowLocalhost } from './localhost';

const { lookup } = dns;
const server = createServer((request, response) => response.end(request.headers.host));
beforeAll(async () => {
  server.listen(0, 'localhost');
  await once(server, 'listening');
  findNamesBelowLocalhost();
});
afterAll(() => {
  dns.lookup = lookup;
  server.close();
});

it('finds a name below localhost on this machine, and asks it by its name', async () => {
  const { port } = server.address() as AddressInfo;
  for (const host of [`acme.localhost:${port}`, `a.b.localhost:${port}`, `localhost:${port}`]) {
    expect(await (await fetch(`http://${host}/`)).text()).toBe(host);
  }
});

it('leaves every other name to the resolver', async () => {
  const asked: string[] = [];
  dns.lookup = ((name: string, _options: object, done: (error: Error) => void) => {
    asked.push(name);
    done(new Error('no such name'));
  }) as unknown as typeof lookup;
  findNamesBelowLocalhost();
  for (const host of ['localhost.example.com', 'xlocalhost', 'brand.localhost'])
    await expect(fetch(`http://${host}:65000/`)).rejects.toThrow('fetch failed');
  expect(asked).toEqual(['localhost.example.com', 'xlocalhost', 'localhost']);
});
