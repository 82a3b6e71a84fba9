import { describe, expect, it } from 'vitest';
import type { Waiting } from '@/lib/guard/approvals/contract';
import { countOf, inOrder, isWaiting } from './waiting';

const row = (domain_id: string, waits_since: number, more: Partial<Waiting> = {}) =>
  ({ domain_id, waits_since, audit_status: 1, on_hold: false, ...more }) as Waiting;

describe('the queue', () => {
  it('holds what nobody decided about', () => {
    expect([1, 2, 3, 4].map((audit_status) => isWaiting({ audit_status }))).toEqual([true, true, false, false]);
  });

  it('is in the order of waiting and counts a row once, with its last state', () => {
    const rows = inOrder([row('c', 30), row('b', 10), row('a', 10), row('c', 20, { audit_status: 2 })]);
    expect(rows.map(({ domain_id, waits_since }) => `${domain_id} ${waits_since}`)).toEqual(['a 10', 'b 10', 'c 20']);
    expect(rows[2]?.audit_status).toBe(2);
  });

  it('is counted without what was decided since, and with what was taken back', () => {
    const queue = { list: [row('a', 1), row('b', 2), row('held', 3, { on_hold: true })], total: 40 };
    expect(countOf(queue, (id) => id === 'held')).toBe(40);
    expect(countOf(queue, (id) => id !== 'b')).toBe(39);
    expect(countOf(queue, () => false)).toBe(41);
  });
});
