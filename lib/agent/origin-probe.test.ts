import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from '@/scripts/dns-servers';
import { OriginProbe } from './origin-probe';

it('an origin fails since it first took no connection, until it takes one or is none any more', async () => {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const origins = [{ domain: 'a.example.com', address }];
  const probe = new OriginProbe();
  const first = await probe.failing(origins);
  expect(first).toMatchObject({ origins, failing_origins: 1 });
  expect(await probe.failing(origins)).toEqual(first);
  expect(await probe.failing([])).toEqual({ origins: [], failing_origins: 0 });
  const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  expect(await probe.failing(origins)).toEqual({ origins: [], failing_origins: 0 });
  server.close();
});

it('more origins than fit have their turns, and every one that fails is counted', async () => {
  // Nobody listens on port 1.
  const origins = Array.from({ length: 40 }, (_, n) => ({
    domain: `${n}.example.com`,
    address: `127.0.1.${n + 1}:1`,
  }));
  const probe = new OriginProbe();
  expect((await probe.failing(origins)).failing_origins).toBe(32);
  const all = await probe.failing(origins);
  expect([all.failing_origins, all.origins.length]).toEqual([40, 20]);
});
