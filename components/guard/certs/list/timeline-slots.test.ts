import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../expiry';
import { expirySlots, monthTicks } from './timeline-slots';

const NOW = Date.UTC(2026, 10, 20, 9);
const ending = (...days: number[]) => days.map((day) => ({ expired_at: NOW + day * DAY_MS }));

describe('expirySlots', () => {
  it('puts each certificate where it ends', () => {
    const { expired, slots, later } = expirySlots(ending(-3, 0, 1, 14, 16, 364, 365, 900), NOW, 24);
    expect(expired).toHaveLength(2);
    expect(slots[0]?.certs).toHaveLength(2);
    expect(slots[1]?.certs).toHaveLength(1);
    expect(slots[23]?.certs).toHaveLength(1);
    expect(later).toHaveLength(2);
  });

  it('loses none and puts none outside its part', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -900, max: 900, noNaN: true })),
        fc.integer({ min: 1, max: 60 }),
        (days, n) => {
          const { expired, slots, later } = expirySlots(ending(...days), NOW, n);
          const placed = slots.flatMap((slot) => slot.certs);
          expect(expired.length + placed.length + later.length).toBe(days.length);
          expect(expired.every((cert) => cert.expired_at <= NOW)).toBe(true);
          expect(slots.every((slot) => slot.certs.every((cert) => cert.expired_at < slot.to + 1))).toBe(true);
        },
      ),
    );
  });
});

it('marks the months of the coming year', () => {
  const ticks = monthTicks(NOW);
  expect(ticks.map(({ at }) => new Date(at).getUTCMonth())).toEqual([11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(ticks[0]?.share).toBeCloseTo(10.625 / 365);
  expect(ticks.every(({ share }) => share > 0 && share < 1)).toBe(true);
});
