import { describe, expect, it } from 'vitest';
import type { Domain } from '@/lib/guard/domains/contract';
import { inOrder } from './waiting';

describe('inOrder', () => {
  const row = (domain_id: string, ctime: number, audit_status = 1) =>
    ({ domain_id, ctime, audit_status }) as Pick<Domain, 'domain_id' | 'ctime' | 'audit_status'> as Domain;

  it('puts the oldest first and keeps the order of equals', () => {
    const rows = [row('c', 3), row('b', 1), row('a', 1), row('d', 2)];
    expect(inOrder(rows).map((each) => each.domain_id)).toEqual(['a', 'b', 'd', 'c']);
  });

  it('counts a row once when it changed state between two reads', () => {
    expect(inOrder([row('a', 1, 1), row('a', 1, 2)])).toEqual([row('a', 1, 2)]);
  });
});
