import { expect, it } from 'vitest';
import { noteOf } from './note';

it('leaves out the domain that a body begins with, in either language', () => {
  const domain = 'shop.example.com';
  expect(noteOf({ domain, body: 'shop.example.com: 3.3% from 05:25.' })).toBe('3.3% from 05:25.');
  expect(noteOf({ domain, body: 'shop.example.com：05:25 至 06:25 为 3.3%。' })).toBe('05:25 至 06:25 为 3.3%。');
  expect(noteOf({ domain, body: 'Something else.' })).toBe('Something else.');
});
