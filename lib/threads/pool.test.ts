import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Pool } from './pool';

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-pool-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('refuses who waits for a thread that cannot start, and starts one for the next who asks', async () => {
  const [filename, before] = ['double.mjs', 'before.mjs'].map((name) => path.join(folder, name)) as [string, string];
  writeFileSync(filename, 'export default (n) => 2 * n;');
  const pool = new Pool<number, number>({ filename, execArgv: ['--import', before], maxThreads: 1 });
  const unavailable = { errKey: 'err.unavailable', details: { headers: { 'Retry-After': '1' } } };
  const waiting = await Promise.allSettled([pool.run(1), pool.run(2)]);
  expect(waiting.map((one) => one.status === 'rejected' && one.reason)).toMatchObject([unavailable, unavailable]);
  writeFileSync(before, '');
  expect(await pool.run(3)).toBe(6);
  await pool.destroy();
});

// Threads of other systems have no priority of their own.
it.runIf(process.platform === 'linux')('gives way to the thread that answers everybody', async () => {
  const filename = path.join(folder, 'nice.mjs');
  writeFileSync(filename, "import { getPriority } from 'node:os';\nexport default () => getPriority();");
  const pool = new Pool<null, number>({ filename, maxThreads: 1 });
  const own = getPriority();
  expect(await pool.run(null)).toBe(Math.min(19, own + 5));
  expect(getPriority()).toBe(own);
  await pool.destroy();
});
