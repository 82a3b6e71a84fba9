import { afterAll, beforeAll, expect, it } from 'vitest';
import { tokenHash } from '@/lib/auth/tokens';
import { type Parapet, startParapet } from '@/test/parapet';
import { session } from '@/test/sign-in';
import { median } from '@/test/times';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet({ env: { TRUSTED_PROXIES: '127.0.0.1/32', SESSION_IDLE_S: '1', SESSION_MAX_S: '3' } });
});
afterAll(() => parapet.close());

it('a sign-in takes as long for a user who does not exist', async () => {
  const password = Buffer.from('wrong password').toString('base64');
  let address = 0;
  const time = async (username: string) => {
    // An address nobody used before, so that nobody is throttled.
    const headers = { 'X-Forwarded-For': `198.51.100.${++address}` };
    const started = performance.now();
    await parapet.call('POST', '/api/auth/login', { host: 'acme.test', body: { username, password }, headers });
    return performance.now() - started;
  };
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let i = 0; i < 15; i++) {
    known.push(await time('acme-viewer'));
    unknown.push(await time(`nobody-${i}`));
  }
  // Without the decoy an unknown user answers in a tenth of the time; the margin is for a busy machine.
  expect(median(unknown) / median(known)).toBeGreaterThan(0.6);
  expect(median(unknown) / median(known)).toBeLessThan(1.7);
});

it('a session ends after idling, and at last also that of the busy', async () => {
  const status = async (by: { token: string; host: string }) =>
    (await parapet.call('GET', '/api/guard/policies', by)).status;
  const [idle, busy] = [await session(parapet, 'acme-root'), await session(parapet, 'acme-root')];
  const started = Date.now();
  let alive = 0;
  while ((await status(busy)) === 200 && Date.now() - started < 8_000) {
    alive = Date.now() - started;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  expect(alive).toBeGreaterThan(1_500);
  expect(alive).toBeLessThan(3_500);
  expect(await status(idle)).toBe(401);
  const hashes = [idle, busy].map(({ token }) => tokenHash(token));
  const left = parapet.runtime.store.read.selectFrom('sessions').selectAll().where('token_hash', 'in', hashes);
  expect(await left.execute()).toEqual([]);
});
