/** Letters and digits that nobody mistakes for one another when they read a password aloud. */
export const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const LENGTH = 20;

/** A random password of some 115 bits, from the browser's CSPRNG without bias. */
export function generatePassword(): string {
  const largest = 256 - (256 % ALPHABET.length);
  let password = '';
  while (password.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < largest && password.length < LENGTH) password += ALPHABET[byte % ALPHABET.length];
    }
  }
  return password;
}
