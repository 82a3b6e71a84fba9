import { describe, expect, it } from 'vitest';
import { passwordProblems } from './password-rules';

describe('passwordProblems', () => {
  it('counts characters, not UTF-16 units', () => {
    const keys = '🔑'.repeat(6);
    expect(passwordProblems({ old_password: '', password: keys, repeat: keys }, true)).toEqual({});
    const five = '🔑'.repeat(5);
    expect(passwordProblems({ old_password: '', password: five, repeat: five }, true)).toEqual({
      password: 'too_short',
    });
    const many = 'x'.repeat(73);
    expect(passwordProblems({ old_password: '', password: many, repeat: many }, true)).toEqual({
      password: 'too_long',
    });
  });

  it('asks for the old password only when the change is one of choice', () => {
    const same = { old_password: 'secret1', password: 'secret1', repeat: 'secret2' };
    expect(passwordProblems(same, false)).toEqual({ password: 'same_as_old', repeat: 'not_repeated' });
    expect(passwordProblems({ old_password: '', password: 'secret1', repeat: 'secret1' }, false)).toEqual({
      old_password: 'old_missing',
    });
  });
});
