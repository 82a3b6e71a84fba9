import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { withoutPrivateKeys } from './private-keys';

const INSTEAD = '[redacted]';

it.each([
  'ENDPRIVATE KEY',
  'end_private_key',
  'BEGIN PRIVATE KEY',
  '-----END EC PRIVATE KEY-----',
  'b3BlbnNzaC1rZXktdjE',
])('finds what says that it is a private key, however short: %s', (text) =>
  expect(withoutPrivateKeys({ list: [text] }, INSTEAD)).toEqual({ list: [INSTEAD] }),
);

it.each(['', '203.0.113.7', 'private key', '2001:db8::/128'])('leaves other short texts as they are: %s', (text) => {
  expect(withoutPrivateKeys([text], INSTEAD)).toEqual([text]);
});

const MIB = 1024 * 1024;

it.each(['MA', 'MIIB', `MII${' '.repeat(37)}`, `${'MA'.repeat(19)}!`, 'BEGIN ', 'PRIVATE ', 'PRIVATE KEY '])(
  'a megabyte of %j is gone through at once, in one text or in many',
  (some) => {
    const text = some.repeat(MIB / some.length);
    const texts = Array.from({ length: 100 }, (_, i) => text.slice((i * MIB) / 100, ((i + 1) * MIB) / 100));
    const took = Array.from({ length: 5 }, () => {
      const started = performance.now();
      withoutPrivateKeys([text, texts], INSTEAD);
      return performance.now() - started;
    });
    expect(Math.min(...took)).toBeLessThan(50);
  },
);

it('a text with more places than are looked at counts as one with a key, base64 of a certificate does not', () => {
  expect(withoutPrivateKeys('MA'.repeat(2_000), INSTEAD)).toBe(INSTEAD);
  const base64 = createHash('shake256', { outputLength: 192 * 1024 })
    .update('any')
    .digest('base64');
  expect(withoutPrivateKeys(base64, INSTEAD)).toBe(base64);
});
