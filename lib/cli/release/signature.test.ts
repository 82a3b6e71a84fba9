import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isNewer, isSigned, publicKeyOf, signatureOf } from './signature';

const { privateKey } = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519').privateKey;
const file = { version: 'v1.2.3-4', name: 'parapet-linux-amd64', size: 7, sha256: 'a'.repeat(64) };

describe('a signature', () => {
  it('is of one key and of every field', () => {
    const signature = signatureOf(file, privateKey);
    expect(isSigned(file, signature, publicKeyOf(privateKey))).toBe(true);
    expect(isSigned(file, signature, publicKeyOf(other))).toBe(false);
    for (const change of [
      { version: 'v1.2.3-5' },
      { name: 'parapet-linux-arm64' },
      { size: 8 },
      { sha256: 'b'.repeat(64) },
    ]) {
      expect(isSigned({ ...file, ...change }, signature, publicKeyOf(privateKey))).toBe(false);
    }
  });

  it.each(['', 'AAAA', 'not base64'])('is none by the key "%s"', (key) => {
    expect(isSigned(file, signatureOf(file, privateKey), key)).toBe(false);
  });
});

it.each([
  ['v1.2.3-4', 'v1.2.3-3', true],
  ['v1.2.3-10', 'v1.2.3-9', true],
  ['v1.10.0-0', 'v1.9.9-999', true],
  ['v2.0.0-0', 'v1.9.9-999', true],
  ['v1.2.3-4', 'v1.2.3-4', false],
  ['v1.2.3-4', 'v1.2.4-0', false],
  ['v1.2.3-abc', 'v1.2.3-1', false],
  ['v1.2.4-1', '0.1.0', false],
])('%s comes after %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});
