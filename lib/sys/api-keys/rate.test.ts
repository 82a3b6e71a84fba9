import path from 'node:path';
import { crc32 } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { base62, randomBase62 } from '@/lib/auth/tokens';
import { type Parapet, startParapet } from '@/test/parapet';
import { median } from '@/test/times';
import { type Issued, issue, POLICIES, policiesWith, withKey } from './testing';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

const policies = policiesWith(() => parapet);

describe('how long a refusal takes', () => {
  /** A text whose checksum is right, so that only the store can tell. */
  const wellFormed = (prefix: string) => {
    const random = randomBase62(34);
    return { api_key: `${prefix}.${random}${base62(crc32(`${prefix}.${random}`), 6)}` };
  };

  it('does not tell a prefix that exists from one that does not', async () => {
    const { prefix } = await issue(parapet, 'acme-root');
    const times: Record<string, number[]> = { [prefix]: [], ppt_unknown0: [] };
    const bodies = new Set<string>();
    for (let i = 0; i < 200; i++) {
      for (const [one, taken] of Object.entries(times)) {
        const began = performance.now();
        const { status, body } = await withKey(parapet, wellFormed(one), 'GET', POLICIES);
        if (i >= 20) taken.push(performance.now() - began);
        bodies.add(`${status} ${JSON.stringify(body)}`);
      }
    }
    expect([...bodies]).toEqual([expect.stringMatching(/^401 .*"err.auth.required"/)]);
    const ratio = median(times[prefix] ?? []) / median(times.ppt_unknown0 ?? []);
    // Taken in turns, so that load falls on both alike; a hash more or a query less would be half of it.
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.33);
  });
});

const WARMING = 400;
/** Calls that the flood has under way at most: more than it is answered at once, fewer than an address may have connections. */
const MAX_UNANSWERED = 300;

describe('the rate', () => {
  it('holds a key at 100 a second with 429 and Retry-After, and disturbs nobody else', async () => {
    const [busy, calm] = [await issue(parapet, 'acme-root'), await issue(parapet, 'borealis-root')];
    const DURATION_MS = 2_500;
    const timed = async () => {
      const began = performance.now();
      const { status } = await policies(calm, { host: 'borealis.test', from: '127.0.0.2' });
      return { status, ms: performance.now() - began };
    };
    // A process that has just begun compiles what it runs; that is no fault of the flood.
    for (let i = 0; i < WARMING; i++) {
      await Promise.all([1, 2, 3, 4].map(() => parapet.call('GET', POLICIES, { as: 'acme-root' })));
    }
    const quiet: number[] = [];
    for (let i = 0; i < 40; i++) {
      quiet.push((await timed()).ms);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const during: ReturnType<typeof timed>[] = [];
    const started = performance.now();
    const elapsed = () => performance.now() - started;
    const answers: Promise<{ status: number; retry: string | null; code: number }>[] = [];
    const others: Promise<number>[] = [];
    let unanswered = 0;
    const call = async (key: Issued) => {
      unanswered++;
      const { status, headers, body } = await policies(key).finally(() => unanswered--);
      return { status, retry: headers.get('retry-after'), code: body.code };
    };
    for (let sent = 0; elapsed() < DURATION_MS; ) {
      const due = Math.floor((elapsed() / 1000) * 300);
      for (; sent < due && unanswered < MAX_UNANSWERED; sent++) {
        answers.push(call(busy));
        if (sent % 15 === 0) {
          during.push(timed());
          others.push(parapet.call('GET', POLICIES, { as: 'acme-root' }).then((answer) => answer.status));
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const all = await Promise.all(answers);
    const seconds = elapsed() / 1000;
    const passed = all.filter((answer) => answer.status === 200).length;
    const refused = all.filter((answer) => answer.status === 429);
    expect(passed + refused.length).toBe(all.length);
    expect(all.length).toBeGreaterThan(500);
    expect(passed).toBeLessThanOrEqual(100 + Math.ceil(seconds * 100));
    expect(passed).toBeGreaterThanOrEqual(250);
    expect(refused.every(({ retry, code }) => retry === '1' && code === 1010)).toBe(true);
    const calmly = await Promise.all(during);
    expect(new Set([...(await Promise.all(others)), ...calmly.map(({ status }) => status)])).toEqual(new Set([200]));
    // The middle one, since a pause of the machine is no fault of the flood; one queue for all would make everybody wait.
    expect(median(calmly.map(({ ms }) => ms))).toBeLessThan(10 * median(quiet) + 100);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await policies(busy)).status).toBe(200);
  }, 60_000);

  it('is refused without asking the store who calls', async ({ skip }) => {
    const { DATABASE_URL } = parapet.runtime.config;
    if (DATABASE_URL === undefined) return skip('the embedded store remembers callers anyway');
    const key = await issue(parapet, 'acme-root');
    const flood = (calls: number) => Array.from({ length: calls }, () => policies(key));
    await Promise.all(flood(200));
    const client = new pg.Client({ connectionString: DATABASE_URL });
    await client.connect();
    await client.query('begin; lock table api_keys in access exclusive mode');
    let refused = 0;
    const calls = flood(300).map(async (call) => {
      if ((await call).status === 429) refused++;
    });
    // Only calls the rate lets through ask, and wait for the lock.
    await vi.waitFor(() => expect(refused).toBeGreaterThan(100), { timeout: 4_000 });
    await client.query('rollback');
    await client.end();
    await Promise.all(calls);
  }, 60_000);

  it('is one for all processes on a shared store', async ({ skip }) => {
    const { DATABASE_URL, DATA_DIR } = parapet.runtime.config;
    if (DATABASE_URL === undefined) return skip('the embedded store belongs to one process');
    const SECRET_KEY_FILE = path.join(DATA_DIR, 'secret.key');
    const second = await startParapet({ env: { DATABASE_URL, SECRET_KEY_FILE } });
    const key = await issue(parapet, 'acme-root');
    const started = performance.now();
    const calls = Array.from({ length: 240 }, (_, i) => withKey(i % 2 ? parapet : second, key, 'GET', POLICIES));
    const answers = await Promise.all(calls);
    const earned = Math.ceil((performance.now() - started) / 10);
    const passed = answers.filter((answer) => answer.status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(100);
    expect(passed).toBeLessThanOrEqual(100 + earned);
    await second.close();
  }, 60_000);

  it('is not spent by calls from a refused address or host', async () => {
    const key = await issue(parapet, 'acme-root');
    const wrong = await Promise.all(Array.from({ length: 150 }, () => policies(key, { host: 'borealis.test' })));
    expect(new Set(wrong.map((answer) => answer.status))).toEqual(new Set([403]));
    expect((await policies(key)).status).toBe(200);
  });
});
