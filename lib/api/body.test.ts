import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createMetrics } from '@/lib/log/metrics';
import { Behalf } from '@/lib/queues/behalf';
import { openQueues } from '@/lib/queues/queues';
import { withBody } from './body';
import type { ApiCall } from './call';
import { type AnyEndpoint, DEFAULT_BODY_LIMIT, endpoint } from './endpoint';

const LARGE = DEFAULT_BODY_LIMIT + 1;

const base = { method: 'POST', path: '/api/test', permission: 'session', summary: 'Test', data: z.null() } as const;
const plain = endpoint({ ...base, body: z.object({ text: z.string() }), maxBody: 1024 * 1024, takesGzip: true });
const queued = endpoint({ ...base, body: plain.body, maxBody: plain.maxBody, hasOwnQueue: true });

function callOf(body: Uint8Array, headers: Record<string, string> = {}): ApiCall {
  const all: Record<string, string> = { 'content-type': 'application/json', ...headers };
  return {
    ...{ method: 'POST', path: '/api/test', search: '', host: 'acme.test', peer: '127.0.0.1', secure: false },
    header: (name) => all[name],
    body: async (_limit, kept) => kept.add(body, body.length),
  };
}

const textOf = (bytes: number) => Buffer.from(JSON.stringify({ text: 'a'.repeat(bytes) }));

/** Sends bodies of these accounts at once; answers how many were checked, and then worked on, beside each other. */
async function most(of: AnyEndpoint, calls: readonly { account: string; call: ApiCall }[]) {
  const queues = openQueues(createMetrics());
  const most = { checked: 0, worked: 0 };
  const under = { checked: 0, worked: 0 };
  const during = async (what: 'checked' | 'worked', turns: number) => {
    under[what]++;
    most[what] = Math.max(most[what], under[what]);
    for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
    under[what]--;
  };
  await Promise.all(
    calls.map(({ account, call }) => {
      const owner = { oem_id: 'acme', account, address: '127.0.0.1' };
      const asked = { call, endpoint: of, behalf: new Behalf(() => owner) };
      return withBody(queues, asked, async () => {
        await during('checked', 5);
        return () => during('worked', 500);
      });
    }),
  );
  expect(queues.bodyMemory.bytes).toBe(0);
  return most;
}

const times = (count: number, account: string, call: () => ApiCall) =>
  Array.from({ length: count }, () => ({ account, call: call() }));

it('works on one large body of an account at a time, and on a few of all', async () => {
  const large = () => callOf(textOf(LARGE));
  expect(await most(plain, times(5, 'one', large))).toEqual({ checked: 1, worked: 1 });
  const all = Array.from({ length: 9 }, (_, i) => ({ account: `account ${i}`, call: large() }));
  const many = await most(plain, all);
  expect(Math.max(many.checked, many.worked)).toBeLessThanOrEqual(4);
});

it('lets nobody wait with a small one', async () => {
  const small = await most(
    plain,
    times(5, 'one', () => callOf(textOf(10))),
  );
  expect(small.worked).toBe(5);
});

it('counts what was packed as large', async () => {
  const packed = () => callOf(gzipSync(textOf(LARGE)), { 'content-encoding': 'gzip' });
  expect(await most(plain, times(5, 'one', packed))).toEqual({ checked: 1, worked: 1 });
});

it('gives the place back before work that has a queue of its own', async () => {
  const large = () => callOf(textOf(LARGE));
  const { checked, worked } = await most(queued, times(5, 'one', large));
  expect(checked).toBe(1);
  expect(worked).toBeGreaterThan(1);
});
