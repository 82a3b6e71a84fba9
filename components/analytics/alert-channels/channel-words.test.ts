import { expect, it } from 'vitest';
import { mailtoOf } from './channel-words';

it('takes mail addresses however people separate them', () => {
  const both = 'mailto:a@example.com,b@example.com';
  for (const typed of [
    'a@example.com, b@example.com',
    ' a@example.com ,b@example.com,',
    'a@example.com；b@example.com',
  ]) {
    expect(mailtoOf(typed), typed).toBe(both);
  }
  expect(mailtoOf('a@example.com，b@example.com、')).toBe(both);
  expect(mailtoOf(' , ')).toBe('');
});
