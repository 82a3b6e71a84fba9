import { describe, expect, it } from 'vitest';
import type { Hold } from '@/lib/guard/approvals/contract';
import { whyNot } from './stops';

const seen = { audit_status: 1, utime: 7 };
const hold: Hold = { domain_id: 'a', domain: 'a.example.org', audit_status: 4, due_at: 9, user_name: 'support' };

describe('whyNot', () => {
  it('lets a decision through only about what the reader saw', () => {
    expect(whyNot(seen, { ...seen }, undefined)).toBeNull();
    expect(whyNot(seen, { ...seen, utime: 8 }, undefined)).toBe('changed');
    expect(whyNot(seen, { audit_status: 2, utime: 8 }, undefined)).toBe('decided');
    expect(whyNot(seen, null, undefined)).toBe('gone');
  });

  it('does not replace a decision on hold, whoever took it', () => {
    expect(whyNot(seen, { ...seen }, hold)).toBe('held');
  });
});
