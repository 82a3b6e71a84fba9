import { expect, it } from 'vitest';
import { networkOf } from './owner';

it('an address is what one caller has at will', () => {
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:ffff::7'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  expect(networkOf('')).toBe('');
});
