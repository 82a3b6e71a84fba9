import { expect, it } from 'vitest';
import { z } from 'zod';
import { translator } from '@/lib/i18n/translate';
import { zodMessage } from './zod-messages';

const mail = z.union([z.literal(''), z.email()]);

it.each([
  [z.int(), 1.5, 'Use a whole number.'],
  [z.int(), 'abc', 'Enter a number.'],
  [z.int(), Number.NaN, 'Enter a number.'],
  [z.number(), null, 'Enter a number.'],
  [z.boolean(), 1, 'Wrong type; expected boolean.'],
  [z.int(), undefined, 'Required.'],
  [z.email(), 'nobody', 'Use an address such as name@example.com.'],
  [mail, 'nobody', 'Use an address such as name@example.com.'],
  [z.union([z.cidrv4(), z.cidrv6()]), 'nowhere', 'The format is not valid.'],
])('%#: says what is expected', (schema, value, message) => {
  const t = translator('en-US');
  const { error } = z.safeParse(schema, value, { error: (issue) => zodMessage(issue, t) });
  expect(error?.issues[0]?.message).toBe(message);
});
