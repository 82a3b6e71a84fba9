import { expect, it } from 'vitest';
import { translator } from '@/lib/i18n/translate';
import { parseQuery } from './parse';

const parse = (search: string) => parseQuery(search, translator('en-US'));

it('reads the parameters of a query', () => {
  expect(parse('a=1&b=%E4%B8%AD+x&c')).toEqual({ a: '1', b: '中 x', c: '' });
  expect(parse('text=a%09b%0Ac')).toEqual({ text: 'a\tb\nc' });
});

it.each(['a=%00', 'b=1&a=x%00y', 'a=%1B[2J', 'a=%C2%85'])(
  'refuses control characters, and names the parameter: %s',
  (search) => {
    const details = expect.objectContaining({
      field: 'a',
      message: 'Control characters and line breaks are not allowed.',
    });
    expect(() => parse(search)).toThrow(expect.objectContaining({ errKey: 'err.request.invalid', details }));
  },
);

it.each(['a=1&a=2', 'a=%E4', 'a=%'])('refuses what cannot be read: %s', (search) => {
  expect(() => parse(search)).toThrow('err.request.malformed');
});
