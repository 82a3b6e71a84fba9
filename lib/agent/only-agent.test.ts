import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '@/scripts/dns-servers';
import { runAgent } from './run';
import { TestPlane } from './testing-plane';

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-only-'));
const stop = new AbortController();
afterAll(() => {
  stop.abort();
  rmSync(folder, { recursive: true, force: true });
});

it('a second agent with the folder of one that runs is refused by name, and starts once that has ended', async () => {
  const { server, url } = await new TestPlane().served();
  const [own, key] = [path.join(folder, 'node'), path.join(folder, 'key')];
  writeFileSync(key, 'key', { mode: 0o600 });
  const ports = { NODE_HTTP: String(await freePort()), NODE_HTTPS: String(await freePort()) };
  const env = { ...ports, PARAPET_URL: url, NODE_ID: 'test-1', NODE_KEY_FILE: key, NODE_DIR: own, NODE_UPGRADE: 'off' };
  const run = (signal: AbortSignal, more = {}) =>
    runAgent({ ...env, ...more }, { version: 'v1', write: () => undefined }, signal);
  const first = run(stop.signal);
  await expect(run(AbortSignal.timeout(1_000))).rejects.toThrow('NODE_DIR');
  const link = path.join(folder, 'link');
  symlinkSync(own, link);
  await expect(run(AbortSignal.timeout(1_000), { NODE_DIR: link })).rejects.toThrow('NODE_DIR');
  stop.abort();
  await first;
  await run(AbortSignal.timeout(100));
  server.close();
});
