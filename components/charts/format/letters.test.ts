import { expect, it } from 'vitest';
import { isReadByLetter } from './letters';

it('tells addresses, paths and ids from words', () => {
  const letters = ['198.51.100.7', '2001:db8::1', '/login', 'https://a.example/', 'f78b0efaf884f12096814461373d53cf'];
  expect(letters.filter((text) => !isReadByLetter(text))).toEqual([]);
  const words = ['shop.example.com', 'GPTBot', 'Germany', 'AS7018', 'GET', '', '拦截', 'added'];
  expect(words.filter(isReadByLetter)).toEqual([]);
});
