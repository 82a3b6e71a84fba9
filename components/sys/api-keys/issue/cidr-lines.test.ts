import { expect, it } from 'vitest';
import { cidrLines } from './cidr-lines';

it('reads a range per line, takes an address for the range of itself, and keeps the number of each line', () => {
  const read = cidrLines(' 203.0.113.0/24 \n\n203.0.113.7\n2001:db8::1\n10.0.0.0/33\nhello');
  expect(read.map(({ line, cidr, isValid }) => [line, cidr, isValid])).toEqual([
    [1, '203.0.113.0/24', true],
    [3, '203.0.113.7/32', true],
    [4, '2001:db8::1/128', true],
    [5, '10.0.0.0/33', false],
    [6, 'hello', false],
  ]);
});
