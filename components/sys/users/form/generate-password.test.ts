import { expect, it } from 'vitest';
import { Password } from '@/lib/sys/users/contract';
import { ALPHABET, generatePassword, LENGTH } from './generate-password';

it('makes passwords the server takes, each another, of letters nobody confuses', () => {
  const made = Array.from({ length: 500 }, generatePassword);
  expect(new Set(made).size).toBe(made.length);
  for (const password of made) {
    expect(password).toMatch(/^[a-zA-Z2-9]+$/);
    expect(password).not.toMatch(/[loIO01]/);
    expect(password).toHaveLength(LENGTH);
    expect(Password.safeParse(password).success).toBe(true);
  }
  // 10,000 letters: one that never comes would be a broken draw.
  expect(new Set(made.join('')).size).toBe(ALPHABET.length);
});
