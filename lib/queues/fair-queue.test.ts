import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AppError } from '@/lib/api/errors';
import { FairQueue, type FairQueueOptions } from './fair-queue';
import type { Owner } from './owner';

const BOUNDS = { name: 'test', atOnce: 1, atOncePerAccount: 1, waiting: 64, waitingPerAccount: 64 };

const owner = (account: string, address: string, oem_id = 'acme'): Owner => ({ oem_id, account, address });

/** A queue whose work ends when the test says so. */
function workshop(options: Partial<FairQueueOptions> = {}) {
  const queue = new FairQueue({ ...BOUNDS, ...options });
  const started: string[] = [];
  const refused: { name: string; error: AppError }[] = [];
  const ends: (() => void)[] = [];
  const add = (name: string, of: Owner, signal?: AbortSignal) =>
    queue
      .run(
        of,
        () => {
          started.push(name);
          return new Promise<void>((end) => ends.push(end));
        },
        signal,
      )
      .catch((error: AppError) => void refused.push({ name, error }));
  /** Ends the work that began first. */
  const step = async () => {
    ends.shift()?.();
    await settled();
  };
  const drain = async () => {
    await settled();
    while (ends.length > 0) await step();
  };
  return { queue, add, step, drain, started, refused, running: () => ends.length };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('are fair whichever of account, address and brand a flood hides behind', async () => {
    const floods: Record<string, (i: number) => Owner> = {
      'one account at one address': () => owner('flooder', '192.0.2.1'),
      'one account behind many addresses': (i) => owner('flooder', `198.51.100.${i}`),
      'one address with many accounts': (i) => owner(`flooder-${i}`, '192.0.2.1'),
      'one brand with many of both': (i) => owner(`flooder-${i}`, `198.51.100.${i}`, 'other'),
      'nobody signed in': () => owner('', '192.0.2.1'),
    };
    for (const [name, flooder] of Object.entries(floods)) {
      const { add, drain, started } = workshop();
      for (let i = 0; i < 30; i++) void add('flood', flooder(i));
      void add('victim', owner('victim', '203.0.113.9'));
      void add('victim again', owner('victim', '203.0.113.9'));
      await drain();
      expect(started.indexOf('victim'), name).toBeLessThanOrEqual(2);
      expect(started.indexOf('victim again'), name).toBeLessThanOrEqual(4);
    }
  });

  it('come soon for a victim who shares the address, the account or the brand with a flood', async () => {
    for (const victim of [
      owner('victim', '192.0.2.1'),
      owner('flooder', '203.0.113.9'),
      owner('victim', '192.0.2.1', 'other'),
      owner('victim', '203.0.113.9'),
    ]) {
      const { add, drain, started } = workshop();
      for (let i = 0; i < 30; i++) void add('flood', owner('flooder', '192.0.2.1'));
      void add('victim', victim);
      await drain();
      expect(started.indexOf('victim'), JSON.stringify(victim)).toBeLessThanOrEqual(2);
    }
  });

  it('leave slots free that one account may not take', async () => {
    const { add, started, running, drain } = workshop({ atOnce: 4, atOncePerAccount: 2 });
    for (let i = 0; i < 5; i++) void add(`flood ${i}`, owner('flooder', '192.0.2.1'));
    await settled();
    expect(running()).toBe(2);
    void add('victim', owner('victim', '192.0.2.1'));
    await settled();
    expect(started).toEqual(['flood 0', 'flood 1', 'victim']);
    await drain();
  });

  it('end for work that failed as for work that was done', async () => {
    const queue = new FairQueue(BOUNDS);
    const failing = queue.run(owner('a', '192.0.2.1'), () => Promise.reject(new Error('broken')));
    const next = queue.run(owner('a', '192.0.2.1'), () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});

describe('bounds', () => {
  it('refuse what an account has beyond its share with 429, and say when to try again', async () => {
    const { add, refused, drain, started } = workshop({ waitingPerAccount: 3 });
    for (let i = 0; i < 6; i++) void add(`flood ${i}`, owner('flooder', '192.0.2.1'));
    await settled();
    expect(refused.map(({ name }) => name)).toEqual(['flood 4', 'flood 5']);
    expect(refused[0]?.error.errKey).toBe('err.request.too_many_waiting');
    expect(Number(refused[0]?.error.details.headers?.['Retry-After'])).toBeGreaterThan(0);
    await drain();
    expect(started).toHaveLength(4);
  });

  it('let the one address make room that fills the share of somebody else’s account', async () => {
    const { add, refused, drain, started } = workshop({ waitingPerAccount: 3 });
    for (let i = 0; i < 4; i++) void add(`flood ${i}`, owner('victim', '192.0.2.1'));
    void add('victim', owner('victim', '203.0.113.9'));
    await drain();
    expect(refused.map(({ name }) => name)).toEqual(['flood 3']);
    expect(started.slice(0, 2)).toEqual(['flood 0', 'victim']);
  });

  it('let who has most waiting make room in a full queue, and refuse the last of equals with 503', async () => {
    const { add, refused, drain } = workshop({ waiting: 4, waitingPerAccount: 4 });
    for (let i = 0; i < 5; i++) void add(`flood ${i}`, owner(`flooder-${i}`, '192.0.2.1'));
    for (let i = 0; i < 3; i++) void add(`victim ${i}`, owner(`victim-${i}`, `203.0.113.${i}`, `brand-${i}`));
    void add('late', owner('late', '203.0.113.9', 'late'));
    await settled();
    expect(refused.map(({ name, error }) => [name, error.errKey])).toEqual([
      ['flood 4', 'err.request.too_many_waiting'],
      ['flood 3', 'err.request.too_many_waiting'],
      ['flood 2', 'err.request.too_many_waiting'],
      ['late', 'err.busy'],
    ]);
    expect(Number(refused[3]?.error.details.headers?.['Retry-After'])).toBeGreaterThan(0);
    await drain();
  });

  it('drop what nobody waits for any more', async () => {
    const { add, queue, refused, started, drain } = workshop();
    const hangUp = new AbortController();
    void add('first', owner('a', '192.0.2.1'));
    void add('gone', owner('a', '192.0.2.1'), hangUp.signal);
    void add('too late', owner('a', '192.0.2.1'), AbortSignal.abort());
    hangUp.abort();
    await settled();
    expect(queue.waiting).toBe(0);
    expect(refused.map(({ name }) => name).sort()).toEqual(['gone', 'too late']);
    await drain();
    expect(started).toEqual(['first']);
  });
});

it('several pieces are begun together or not at all, and one that fails drops the others', async () => {
  const { queue, add, drain, started } = workshop({ waitingPerAccount: 4 });
  void add('first', owner('a', '192.0.2.1'));
  let begun = 0;
  const piece = async () => {
    if (++begun === 2) throw new Error('broken');
    return begun;
  };
  const three = queue.all(owner('a', '192.0.2.1'), [piece, piece, piece]);
  await expect(queue.all(owner('a', '192.0.2.1'), [piece, piece])).rejects.toMatchObject({
    errKey: 'err.request.too_many_waiting',
  });
  expect(queue.waiting).toBe(3);
  const broken = expect(three).rejects.toThrow('broken');
  await drain();
  await broken;
  expect(queue.waiting).toBe(0);
  expect(await queue.all(owner('a', '192.0.2.1'), [piece, piece])).toEqual([expect.any(Number), expect.any(Number)]);
  expect(started).toEqual(['first']);
});

describe('always', () => {
  const owners = fc.record({
    oem_id: fc.constantFrom('acme', 'other'),
    account: fc.constantFrom('', 'a', 'b', 'c', 'd'),
    address: fc.constantFrom('192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'),
  });
  const steps = fc.array(fc.oneof(owners, fc.constant('end' as const)), { maxLength: 120 });
  const limits = fc.record({
    atOnce: fc.integer({ min: 1, max: 4 }),
    atOncePerAccount: fc.integer({ min: 1, max: 4 }),
    waiting: fc.integer({ min: 0, max: 12 }),
    waitingPerAccount: fc.integer({ min: 1, max: 6 }),
  });

  it('is nothing lost and every bound kept', async () => {
    await fc.assert(
      fc.asyncProperty(steps, limits, async (all, bounds) => {
        const { queue, add, step, drain, started, refused, running } = workshop(bounds);
        let asked = 0;
        for (const one of all) {
          if (one === 'end') await step();
          else void add(String(asked++), one);
          await settled();
          expect(running()).toBeLessThanOrEqual(bounds.atOnce);
          expect(queue.waiting).toBeLessThanOrEqual(bounds.waiting);
        }
        await drain();
        expect([...started, ...refused.map(({ name }) => name)].sort()).toEqual(
          Array.from({ length: asked }, (_, i) => String(i)).sort(),
        );
        expect(queue.waiting).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  it('does an owner of whom nothing else is there wait at most one turn for each other owner', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(owners, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), async (others, atOnce) => {
        const { add, drain, started } = workshop({ atOnce, atOncePerAccount: atOnce });
        for (const other of others) void add('other', other);
        void add('victim', owner('victim', '203.0.113.9', 'victims'));
        await drain();
        const distinct = new Set(others.map((one) => JSON.stringify(one))).size;
        expect(started.indexOf('victim')).toBeLessThanOrEqual(distinct + atOnce);
      }),
      { numRuns: 150 },
    );
  });

  it('does everybody come to their turn, however the others keep the queue full', async () => {
    const { add, step, started } = workshop({ waiting: 8, waitingPerAccount: 8 });
    void add('busy', owner('x', '192.0.2.1'));
    // Somebody with accounts at the victim's address, and with the victim's account elsewhere, always brand new.
    void add('victim', owner('victim', '192.0.2.1'));
    for (let i = 0; !started.includes('victim') && i < 200; i++) {
      void add('flood', owner(`x${i}`, '192.0.2.1'));
      void add('flood', owner('victim', `198.51.100.${i}`));
      await step();
    }
    expect(started).toContain('victim');
  });
});

describe('a piece of work that waits too long', () => {
  it('is refused with Retry-After, whoever came before it, and what came later waits on', async () => {
    const { add, drain, queue, refused, started } = workshop({ longestWaitMs: 600, waiting: 4_000 });
    void add('held', owner('a', '192.0.2.1'));
    for (let i = 0; i < 3; i++) void add(`early ${i}`, owner(`b${i}`, '192.0.2.2'));
    await new Promise((resolve) => setTimeout(resolve, 500));
    void add('late', owner('c', '192.0.2.3'));
    await expect
      .poll(() => refused.map(({ name }) => name), { interval: 20 })
      .toEqual(['early 0', 'early 1', 'early 2']);
    for (const { error } of refused) {
      expect(error.errKey).toBe('err.busy');
      expect(Number(error.details.headers?.['Retry-After'])).toBeGreaterThan(0);
    }
    await drain();
    expect(started).toEqual(['held', 'late']);
    expect(queue.waiting).toBe(0);
  });
});
