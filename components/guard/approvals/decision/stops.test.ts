import { describe, expect, it } from 'vitest';
import { errors } from '@/lib/guard/approvals/contract';
import { whyOf } from './stops';

describe('whyOf', () => {
  it('knows what happens between colleagues, and leaves the rest to their own texts', () => {
    const known = Object.keys(errors).map((key) => whyOf(key));
    expect(known).toEqual([null, null, null, 'decided', 'changed', 'held']);
    expect([whyOf('err.not_found'), whyOf('err.internal')]).toEqual(['gone', null]);
  });
});
