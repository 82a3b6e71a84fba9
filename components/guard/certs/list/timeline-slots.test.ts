import { describe, expect, it } from 'vitest';
import { DAY_MS, EXPIRY_SLOTS } from '@/lib/guard/certs/contract';
import { expiryOf } from '../expiry';
import { expiredSlot, monthTicks, slotsOf, soonOf } from './timeline-slots';

const from = Date.UTC(2025, 10, 20, 12);
const slots = Array.from({ length: EXPIRY_SLOTS }, (_, i) => i + 1);
const expiry = { from, expired: 4, slots, later: 9 };

describe('the parts of the axis', () => {
  it('follow each other without a gap, whatever is joined, and lose nothing', () => {
    for (const joined of [1, 2, 3]) {
      const parts = [expiredSlot(expiry), ...slotsOf(expiry, joined)];
      for (const [i, part] of parts.entries()) {
        const next = parts[i + 1];
        if (next) expect(next.start_time).toBe(part.end_time + 1);
      }
      expect(parts.reduce((sum, part) => sum + part.count, 0)).toBe(4 + slots.reduce((a, b) => a + b));
    }
  });

  it('end soon or not as a whole', () => {
    expect(soonOf(expiry)).toBe(3);
    const states = slotsOf(expiry, 1).map((slot) => [slot.start_time, slot.end_time].map((at) => expiryOf(at, from)));
    expect(states.slice(0, 3).map((ends) => ends.map(({ state }) => state))).toEqual([
      ['soon', 'soon'],
      ['soon', 'soon'],
      ['ok', 'ok'],
    ]);
  });
});

describe('monthTicks', () => {
  it('names every month that begins on the axis', () => {
    const ticks = monthTicks(from);
    expect(ticks[0]?.at).toBe(Date.UTC(2025, 11, 1));
    expect(ticks).toHaveLength(13);
    expect(ticks.every(({ at, share }) => Math.abs(from + share * 390 * DAY_MS - at) < 1 && share < 1)).toBe(true);
  });
});
