import { expect, it } from 'vitest';
import { z } from 'zod';
import { translator } from '@/lib/i18n/translate';
import { parseQuery, queryOf } from './parse';

const schema = z.object({ a: z.string().optional(), n: z.coerce.number().optional() });
const parse = (search: string) => queryOf(schema, search, translator('en-US'));

it('reads the parameters of a query', () => {
  expect(parseQuery('a=1&b=%E4%B8%AD+x&c')).toEqual({ a: '1', b: '中 x', c: '' });
  expect(parse('a=1%09%0A&n=2&other=%00')).toEqual({ a: '1\t\n', n: 2 });
});

it.each(['a=%00', 'n=1&a=x%00y', 'a=%1B[2J', 'a=%C2%85'])(
  'refuses a text with control characters, and names its parameter: %s',
  (search) => {
    const message = 'Control characters and line breaks are not allowed.';
    const details = expect.objectContaining({ field: 'a', message });
    expect(() => parse(search)).toThrow(expect.objectContaining({ errKey: 'err.request.invalid', details }));
  },
);

it.each(['a=1&a=2', 'a=%E4', 'a=%'])('refuses what cannot be read: %s', (search) => {
  expect(() => parse(search)).toThrow('err.request.malformed');
});
