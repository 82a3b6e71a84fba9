import { type CertExpiry, DAY_MS, EXPIRY_SLOT_MS, EXPIRY_SLOTS, SOON_DAYS } from '@/lib/guard/certs/contract';

const SPAN_MS = EXPIRY_SLOTS * EXPIRY_SLOT_MS;
const SOON_SLOTS = (SOON_DAYS * DAY_MS) / EXPIRY_SLOT_MS;

/** A part of the axis: the first and the last moment (Unix milliseconds) that belong to it. */
export type Slot = { start_time: number; end_time: number; count: number };

export const expiredSlot = ({ from, expired }: CertExpiry): Slot => ({ start_time: 0, end_time: from, count: expired });

/** The parts after the count was taken, each as long as `joined` of those that were counted. */
export function slotsOf({ from, slots }: CertExpiry, joined: number): Slot[] {
  const width = joined * EXPIRY_SLOT_MS;
  return Array.from({ length: Math.ceil(slots.length / joined) }, (_, i) => ({
    // What ends at the moment of the count has ended.
    start_time: from + i * width + (i === 0 ? 1 : 0),
    end_time: from + (i + 1) * width - 1,
    count: slots.slice(i * joined, (i + 1) * joined).reduce((sum, each) => sum + each, 0),
  }));
}

/** How many end soon. */
export const soonOf = ({ slots }: CertExpiry): number =>
  slots.slice(0, SOON_SLOTS).reduce((sum, each) => sum + each, 0);

export type MonthTick = { at: number; share: number };

/** The first moment of each calendar month (UTC) within the axis after `now`, and where it lies, 0 to 1. */
export function monthTicks(now: number): MonthTick[] {
  const start = new Date(now);
  const months = Array.from({ length: EXPIRY_SLOTS }, (_, i) =>
    Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1 + i),
  );
  return months.map((at) => ({ at, share: (at - now) / SPAN_MS })).filter(({ share }) => share < 1);
}
