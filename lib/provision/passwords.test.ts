import { expect, it } from 'vitest';
import { fitsPassword } from '@/lib/auth/password';
import { FirstPasswords } from './passwords';

it('hashes what a transaction finds missing after that was undone, and does it again', async () => {
  const passwords = new FirstPasswords();
  const [known, deleted] = [{ password: 'of one who is new' }, { password: 'of one who was deleted meanwhile' }];
  await passwords.hash(known);
  let tries = 0;
  const hashes = await passwords.within(async () => {
    tries += 1;
    return [passwords.of(known), passwords.of(deleted)];
  });
  expect(tries).toBe(2);
  expect(await fitsPassword(hashes[0] ?? '', known.password)).toBe(true);
  expect(await fitsPassword(hashes[1] ?? '', deleted.password)).toBe(true);
});

it('does nothing again that failed for another reason', async () => {
  let tries = 0;
  const failing = new FirstPasswords().within(async () => {
    tries += 1;
    throw new Error('the disk is full');
  });
  await expect(failing).rejects.toThrow('the disk is full');
  expect(tries).toBe(1);
});
