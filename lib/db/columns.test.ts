import fc from 'fast-check';
import { expect, it } from 'vitest';
import { base64, bigint, flag, integer, json, text } from './columns';

/** Well-formed text: nothing else gets past the door. */
const anyText = fc.string({ unit: 'grapheme' });

it.each([
  ['text', text(), anyText],
  ['integer', integer(), fc.integer()],
  ['bigint', bigint(), fc.maxSafeInteger()],
  ['flag', flag(), fc.boolean()],
  ['json', json(), fc.jsonValue()],
  ['base64', base64(), anyText],
] as const)('%s reads back what was written', (_name, column, values) => {
  fc.assert(
    fc.property(values as fc.Arbitrary<never>, (value) => {
      // JSON knows no negative zero.
      expect(column.read(column.write(value) as never)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('keeps base64 apart from what it hides', () => {
  expect(base64().write('密码=1')).toBe('5a+G56CBPTE=');
});
