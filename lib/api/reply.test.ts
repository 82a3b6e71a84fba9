import { expect, it } from 'vitest';
import { successReply } from './reply';

it('an answer that is too large is refused before it is written', () => {
  const row = { detail: 'x'.repeat(1024 * 1024) };
  expect(successReply('GET', 200, { list: Array(7).fill(row) }).status).toBe(200);
  expect(() => successReply('GET', 200, { list: Array(100).fill(row) })).toThrow('err.request.answer_too_large');
});
