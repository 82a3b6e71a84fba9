import { expect, it } from 'vitest';
import { FairQueue } from '@/lib/queues/fair-queue';
import { hashPassword, Passwords } from './password';

const queue = () => new FairQueue({ name: 'test', atOnce: 2, atOncePerAccount: 1, waiting: 64, waitingPerAccount: 8 });
const owner = (account: string, oem_id = 'acme') => ({ oem_id, account, address: '127.0.0.1' });

it('a flood for one account is refused with 429, and a sign-in at another brand takes its turn at once', async () => {
  const turns = queue();
  const begun: string[] = [];
  const run = turns.run.bind(turns);
  turns.run = (of, work, signal) =>
    run(
      of,
      () => {
        begun.push(of.account);
        return work();
      },
      signal,
    );
  const passwords = new Passwords(turns);
  const stored = await hashPassword('the right one');
  const refused: string[] = [];
  const flood = Array.from({ length: 80 }, () =>
    passwords.verify(owner('flooder'), stored, 'wrong').catch((error) => void refused.push(error.errKey)),
  );
  expect(await passwords.verify(owner('victim', 'other'), stored, 'the right one')).toBe(true);
  await Promise.all(flood);
  // Of nine of the flood that are let in, one alone is under way: the other place is the victim's.
  expect(begun.slice(0, 2).sort()).toEqual(['flooder', 'victim']);
  expect(begun).toHaveLength(10);
  expect(refused).toEqual(Array(71).fill('err.request.too_many_waiting'));
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
