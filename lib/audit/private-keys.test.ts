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
