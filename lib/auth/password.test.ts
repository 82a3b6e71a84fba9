import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { FairQueue } from '@/lib/queues/fair-queue';
import { hashPassword, Passwords } from './password';

const queue = () => new FairQueue({ name: 'test', atOnce: 2, atOncePerAccount: 1, waiting: 64, waitingPerAccount: 8 });
const owner = (account: string, oem_id = 'acme') => ({ oem_id, account, address: '127.0.0.1' });

it('a flood for one account is refused with 429, and a sign-in at another brand keeps its time', async () => {
  const passwords = new Passwords(queue());
  const stored = await hashPassword('the right one');
  const signIn = async (of: ReturnType<typeof owner>) => {
    const started = performance.now();
    expect(await passwords.verify(of, stored, 'the right one')).toBe(true);
    return performance.now() - started;
  };
  await signIn(owner('warm'));
  const before = await signIn(owner('victim', 'other'));

  const refused: string[] = [];
  const flood = Array.from({ length: 80 }, () =>
    passwords.verify(owner('flooder'), stored, 'wrong').catch((error) => void refused.push(error.errKey)),
  );
  let done = 0;
  for (const one of flood) void one.then(() => done++);
  const beside = await signIn(owner('victim', 'other'));
  // Of nine that are let in, the victim sees at most a few done: it waits for nobody's queue but its own.
  expect(done - refused.length).toBeLessThanOrEqual(3);
  await Promise.all(flood);
  expect(refused).toEqual(Array(71).fill('err.request.too_many_waiting'));
  // A generous factor for busy machines; the order above is the promise.
  expect(beside).toBeLessThan(Math.max(4 * before, 400));
});

it('an unknown user takes a turn as a known one does, from the first call on', async () => {
  const one = queue();
  const passwords = new Passwords(one);
  const waits = Array.from({ length: 9 }, () => passwords.verify(owner('nobody'), undefined, 'x'));
  await expect(passwords.verify(owner('nobody'), undefined, 'x')).rejects.toThrow('err.request.too_many_waiting');
  expect(await Promise.all(waits)).toEqual(Array(9).fill(false));
});

it('what is no password fits nothing, and both keyboards type the same one', async () => {
  const passwords = new Passwords(queue());
  const stored = await passwords.hash(owner('a'), 'caf\u00e9 au lait');
  expect(await passwords.verify(owner('a'), stored, 'cafe\u0301 au lait')).toBe(true);
  expect(await passwords.verify(owner('a'), stored, undefined)).toBe(false);
  expect(await passwords.verify(owner('a'), undefined, 'decoy')).toBe(false);
});
