import { describe, expect, it } from 'vitest';
import { encodePassword } from './encode-password';

describe('encodePassword', () => {
  it.each(['secret', '密码🔑', 'ü', ' a '])('survives the way to the server: %s', (password) => {
    expect(Buffer.from(encodePassword(password), 'base64').toString('utf8')).toBe(password);
  });
});
