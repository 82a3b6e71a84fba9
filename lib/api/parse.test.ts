import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { translator } from '@/lib/i18n/translate';
import type { AppError } from './errors';
import { parseQuery, parseWith, queryOf } from './parse';
import { errorReply } from './reply';

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

describe('a value that no branch of a union takes', () => {
  const days = z.union([z.literal(30), z.literal(90)]);
  const since = z.union([z.literal('').transform(() => 0), z.string().regex(/^\d+$/).transform(Number)]);
  const refusal = (schema: z.ZodType, value: unknown) => {
    try {
      return parseWith(z.object({ field: schema }), { field: value }, translator('en-US'));
    } catch (error) {
      return (error as AppError).details;
    }
  };

  it('is answered with the values of all of them', () => {
    expect(refusal(days, 31)).toMatchObject({ field: 'field', message: 'Use one of: 30, 90.', valid_values: [30, 90] });
  });

  it('is answered with those of the branches that take its type', () => {
    const measure = z.union([z.enum(['requests', 'bytes_out']), z.object({ sum: z.string() })]);
    expect(refusal(measure, 'visits')).toMatchObject({ field: 'field', valid_values: ['requests', 'bytes_out'] });
  });

  it('is not answered with values where another branch takes more than these', () => {
    const details = refusal(since, 'x');
    expect(details).toMatchObject({ field: 'field', message: 'The format is not valid.' });
    expect(details).not.toHaveProperty('valid_values', expect.anything());
  });

  it.each([[null], [5], [true], [[]]])('is of the wrong type where each branch takes another one: %j', (value) => {
    const details = refusal(since, value);
    expect(details).toMatchObject({ field: 'field', message: 'Wrong type; expected string.' });
    expect(details).not.toHaveProperty('valid_values', expect.anything());
  });
});

it.each([[[]], [null], ['x'], [5]])('a body that is no object is called that, without a field: %j', (body) => {
  const said = (locale: 'en-US' | 'zh-CN') => {
    const t = translator(locale);
    try {
      return parseWith(schema, body, t);
    } catch (error) {
      return JSON.parse(String(errorReply(error as AppError, t).body));
    }
  };
  expect(said('en-US')).toMatchObject({ message: 'The body must be an object.', data: { category: 'validation' } });
  expect(said('zh-CN').message).toBe('请求体必须是对象。');
});
