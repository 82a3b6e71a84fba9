import { describe, expect, it } from 'vitest';
import { clockLead, type Held, inGroups } from './holds';

const hold = (domain_id: string, due_at: number, more: Partial<Held> = {}): Held => ({
  domain_id,
  domain: `${domain_id}.example.org`,
  audit_status: 4,
  due_at,
  user_name: 'support',
  ends_at: due_at,
  ...more,
});

describe('inGroups', () => {
  it('keeps together what one request decided, the latest first', () => {
    const groups = inGroups([hold('a', 5), hold('b', 9), hold('c', 5), hold('d', 5, { audit_status: 3 })]);
    expect(groups.map((group) => group.holds.map((each) => each.domain_id))).toEqual([['b'], ['a', 'c'], ['d']]);
  });

  it('keeps apart what two people decided in the same moment', () => {
    expect(inGroups([hold('a', 5), hold('b', 5, { user_name: 'other' })])).toHaveLength(2);
  });
});

describe('clockLead', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');

  it('takes clocks that differ by less than the header can tell for one', () => {
    expect(clockLead('Fri, 20 Nov 2026 10:00:01 GMT', now)).toBe(0);
    expect(clockLead(null, now)).toBe(0);
  });

  it('tells how far the server is ahead or behind', () => {
    expect(clockLead('Fri, 20 Nov 2026 10:01:00 GMT', now)).toBe(60_500);
    expect(clockLead('Fri, 20 Nov 2026 09:59:00 GMT', now)).toBe(-59_500);
  });
});
