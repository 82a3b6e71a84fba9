import fc from 'fast-check';
import { expect, it } from 'vitest';
import { queryText } from './vocabulary';

it('is one text for what shows the same rows', () => {
  expect(queryText('?status=2&keyword=a%20b')).toBe('keyword=a+b&status=2');
  expect(queryText('keyword=a+b&status=2&page=3&row=7&dialog=create&view=x')).toBe('keyword=a+b&status=2');
  expect(queryText('keyword=%E5%95%86%E5%9F%8E')).toBe(queryText('keyword=商城'));
  expect(queryText('')).toBe('');
});

it('stays as it is when read again, and is plain ASCII whatever was written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (search) => {
      const text = queryText(search);
      return queryText(text) === text && /^[\x21-\x7e]*$/.test(text);
    }),
  );
});
