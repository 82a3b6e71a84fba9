import { hash, randomBytes } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Uniform base62 from the system's CSPRNG; 32 characters carry 190 bits. */
export function randomBase62(length: number): string {
  let out = '';
  while (out.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 below 256; the rest would favour the first letters.
      if (byte < 248 && out.length < length) out += BASE62[byte % 62];
    }
  }
  return out;
}

/** A number below 62^length in base62, padded to `length` characters. */
export function base62(value: number, length: number): string {
  let out = '';
  for (let rest = value; out.length < length; rest = Math.floor(rest / 62)) out = BASE62[rest % 62] + out;
  return out;
}

/** Tokens carry more entropy than any search covers, so one plain hash protects them at rest. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}
